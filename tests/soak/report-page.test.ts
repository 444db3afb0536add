import { once } from "node:events";
import { createServer } from "node:http";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { lacksBrowser, launchBrowser, openPage } from "../support/browser.ts";
import { runInProcess } from "../support/in-process.ts";
import { builtAssets, largeReport, pageWith } from "../support/report.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** What runs in a page as soon as anything of a name or a text is taken for code. */
const attack = "document.title='run'";

/** Files whose names, symbols, comments and lines would run, each in its own way. */
const hostileFiles = {
  [`<img src=x onerror=${attack}>.py`]: `</script><script>${attack}</script> = (\n`,
  [`"onfocus=${attack} autofocus x=".py`]: 'import os\n"""</script><script>document.title="run"</script>"""\n',
  [`javascript:${attack};.py`]: `x = "<!--<script>"\ndef f(a="<svg onload=${attack}>"): pass\n`,
  "a/\u202egnp.py": `# </style><script>${attack}</script>\ndef g(b="</script><script>${attack}</script>"): return undefined_name\n`,
  "a/x.hpp": `struct A { const char* s = "<img src=x onerror=${attack}>"; void f(int a = '"'); };\n`,
};

describe.skipIf(lacksBrowser)("the page of codegrove report in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  const large = pageWith(largeReport(1_000, 30), builtAssets());

  test("finds a symbol among 31,000 by the keyboard alone, and links to it", async () => {
    const { page, troubles } = await openPage(browser, large);
    await page.keyboard.press("/");
    await page.keyboard.type("shape77 area_77_3");
    expect(await page.locator("#hit-count").textContent()).toBe("1 result");
    const hit = page.locator("#hit-list a").first();
    expect(await hit.textContent()).toBe("methodShape77.area_77_3part37/file0077.py:14");
    expect(await hit.getAttribute("href")).toBe("./part37/file0077.py#L14");
    await page.keyboard.press("ArrowDown");
    expect(await page.locator("#hit-list a:focus").count()).toBe(1);
    await page.keyboard.press("Escape");
    expect(await page.locator("#hits").isVisible()).toBe(false);
    expect(await page.locator("#query:focus").count()).toBe(1);
    await page.fill("#query", "no such thing");
    expect(await page.locator("#hit-count").textContent()).toBe("Nothing has this name.");
    expect(troubles).toEqual([]);
  });

  test("shows the exact match first, and with Enter its source, its callers and its path", async () => {
    const folder = temporaryFolder({
      "a.py": "def area_of_all():\n    return area()\n\ndef area():\n    return 1 < 2\n",
      "b.py": "from a import area\n\ndef Area():\n    return area()\n",
    });
    const { stdout } = await runInProcess("", { args: ["report", "."], cwd: folder });
    const { page, troubles } = await openPage(browser, stdout, { folder });
    await page.keyboard.press("/");
    await page.keyboard.type("area");
    expect((await page.locator("#hit-list b").allTextContents()).slice(0, 3)).toEqual(["area", "Area", "area_of_all"]);
    await page.keyboard.press("Enter");
    const dialog = page.locator("#details");
    expect(await dialog.locator("pre").textContent()).toBe("4  def area():5      return 1 < 2");
    expect(await dialog.locator("a").first().getAttribute("href")).toBe("./a.py#L4");
    expect(await dialog.locator(".uses .link").allTextContents()).toEqual(["area_of_all", "Area"]);
    await dialog.locator(".uses .link").first().click();
    expect(await dialog.locator("h2").textContent()).toBe("function area_of_all");
    await page.keyboard.press("Escape");
    expect(await dialog.isVisible()).toBe(false);
    await page.fill("#query", "b.py");
    await page.keyboard.press("Enter");
    expect(await dialog.locator("h3").allTextContents()).toEqual(["Imports"]);
    expect(troubles).toEqual([]);
  });

  test("builds folders and files when they are opened", async () => {
    const { page, troubles } = await openPage(browser, large);
    expect(await page.locator("#tree details").count()).toBe(40);
    const folder = page.locator("#tree details.folder").nth(37);
    await folder.locator("summary").focus();
    await page.keyboard.press("Enter");
    await folder.locator("details.file summary").nth(1).click();
    const symbol = folder.locator(".symbol").nth(1);
    expect(await symbol.textContent()).toBe("methoddef area_77_0(self, scale: float) -> float2");
    expect(await symbol.locator("a").getAttribute("href")).toBe("./part37/file0077.py#L2");
    expect(troubles).toEqual([]);
  });

  test("lists what comes into view of a folder with many files", async () => {
    const report = largeReport(900, 0);
    const files = report.outline.files.map((file, i) => ({ ...file, path: `all/f${String(i).padStart(3, "0")}.py` }));
    const html = pageWith({ ...report, outline: { ...report.outline, files } }, builtAssets());
    const { page } = await openPage(browser, html);
    const rows = page.locator("#tree details.file");
    await rows.first().waitFor();
    expect(await rows.count()).toBe(200);
    // The button is not in view yet, and an event does not scroll to it: in view it goes on by itself, and may be gone soon.
    await page.locator(".further button").dispatchEvent("click");
    await expect.poll(() => rows.count()).toBe(400);
    await page.locator(".further button").scrollIntoViewIfNeeded();
    await expect.poll(() => rows.count()).toBeGreaterThan(400);
  });

  test("sorts functions by any column, both ways, and shows all on demand", async () => {
    const worst = Array.from({ length: 30 }, (_, i) => ({
      ...{ path: "a.py", line: i + 1, name: `f${String(i).padStart(2, "0")}` },
      numbers: { cognitive: 100 - i, complexity: 1_000 * (i % 7) + 1, lines: i, nesting: 0, parameters: 0 },
    }));
    const html = pageWith({ ...largeReport(1, 1), worst }, builtAssets());
    const { page, troubles } = await openPage(browser, html);
    const names = () => page.locator("#function-table tbody bdi:not(.place bdi):visible").allTextContents();
    const lines = page.getByRole("button", { name: "Lines" });
    expect((await names()).slice(0, 2)).toEqual(["f00", "f01"]);
    await lines.click();
    expect((await names()).slice(0, 2)).toEqual(["f29", "f28"]);
    await lines.click();
    expect((await names()).slice(0, 2)).toEqual(["f00", "f01"]);
    expect(await page.locator("th[aria-sort]").getAttribute("aria-sort")).toBe("ascending");
    await page.getByRole("button", { name: "Complexity" }).click();
    expect((await names()).slice(0, 3)).toEqual(["f06", "f13", "f20"]);
    expect(await names()).toHaveLength(20);
    await page.getByRole("button", { name: "Show all 30" }).click();
    expect(await names()).toHaveLength(30);
    expect(troubles).toEqual([]);
  });

  describe("the picture", () => {
    const folder = temporaryFolder({
      "a.py": "import b\nimport c\n",
      "b.py": "import c\n",
      "c.py": "",
      "d.py": "import b\n",
    });
    const opened = async (options: Parameters<typeof openPage>[2] = {}) => {
      const { stdout } = await runInProcess("", { args: ["report", "."], cwd: folder });
      const { page, troubles } = await openPage(browser, stdout, { folder, ...options });
      const stage = page.locator(".picture .stage");
      const widthOf = () => stage.locator("svg").evaluate((one) => one.getBoundingClientRect().width);
      return { page, troubles, stage, widthOf };
    };

    test("is followed from file to file, and hides what is not looked at", async () => {
      const { page, troubles, stage } = await opened();
      const around = page.locator(".picture .around");
      await stage.getByText("b.py", { exact: true }).click();
      expect(await around.textContent()).toBe("b.py needs c.py is needed by a.pyd.py");
      expect(await stage.locator("g[id].dim").count()).toBe(0);
      await around.getByRole("button", { name: "d.py" }).click();
      expect(await around.textContent()).toBe("d.py needs b.py");
      expect(await stage.locator("g[id].dim").allTextContents()).toEqual(["a.py", "c.py"]);
      await page.getByRole("button", { name: "Hide what is not connected" }).click();
      expect(await stage.locator("g[id]:visible").allTextContents()).toEqual(["b.py", "d.py"]);
      expect(await stage.locator(".e:visible").count()).toBe(1);
      await page.getByRole("button", { name: "Show what was hidden" }).click();
      await page.getByRole("button", { name: "Hide what is chosen" }).click();
      expect(await stage.locator("g[id]:visible").allTextContents()).toEqual(["a.py", "b.py", "c.py"]);
      expect(await around.textContent()).toBe("");
      expect(troubles).toEqual([]);
    });

    test("is zoomed, moved and followed by the keyboard alone", async () => {
      const { page, stage, widthOf } = await opened();
      const width = await widthOf();
      await stage.focus();
      for (const _ of [1, 2, 3, 4, 5]) await page.keyboard.press("+");
      await expect.poll(widthOf).toBeGreaterThan(width * 3);
      const left = () => stage.locator("svg").evaluate((one) => one.getBoundingClientRect().left);
      const before = await left();
      await page.keyboard.press("ArrowRight");
      await expect.poll(left).toBeLessThan(before);
      await page.keyboard.press("0");
      await expect.poll(widthOf).toBe(width);
      await page.getByRole("combobox", { name: "Follow" }).selectOption("c.py");
      expect(await stage.locator(".chosen").textContent()).toBe("c.py");
      await stage.focus();
      await page.keyboard.press("Escape");
      expect(await stage.locator(".chosen").count()).toBe(0);
    });

    test("is zoomed by a wheel with Ctrl, which else moves the page, and moved by dragging", async () => {
      const { page, stage, widthOf } = await opened();
      const width = await widthOf();
      await stage.hover();
      await page.mouse.wheel(0, -300);
      expect(await widthOf()).toBe(width);
      await stage.hover();
      await page.keyboard.down("Control");
      for (const _ of [1, 2, 3]) await page.mouse.wheel(0, -300);
      await page.keyboard.up("Control");
      await expect.poll(widthOf).toBeGreaterThan(width);
      const { x = 0, y = 0, width: w = 0, height: h = 0 } = (await stage.boundingBox()) ?? {};
      const left = () => stage.locator("svg").evaluate((one) => one.getBoundingClientRect().left);
      const before = await left();
      await page.mouse.move(x + w / 2, y + h / 2);
      await page.mouse.down();
      await page.mouse.move(x + w / 2 - 40, y + h / 2, { steps: 4 });
      await page.mouse.up();
      await expect.poll(left).toBeLessThan(before);
      expect(await stage.locator(".chosen").count()).toBe(0);
    });

    test("is zoomed by two fingers", async () => {
      const { page, stage, widthOf } = await opened({ hasTouch: true, viewport: { width: 400, height: 800 } });
      const width = await widthOf();
      await stage.scrollIntoViewIfNeeded();
      const { x = 0, y = 0, width: w = 0, height: h = 0 } = (await stage.boundingBox()) ?? {};
      const session = await page.context().newCDPSession(page);
      const touch = (type: "touchStart" | "touchMove" | "touchEnd", apart: number) => {
        const points = [-apart, apart].map((dx, id) => ({ x: x + w / 2 + dx, y: y + h / 2, id }));
        return session.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : points });
      };
      await touch("touchStart", 20);
      for (const apart of [30, 50, 80, 120]) await touch("touchMove", apart);
      await touch("touchEnd", 0);
      await expect.poll(widthOf).toBeGreaterThan(width * 1.2);
    });

    test("is an image without JavaScript", async () => {
      const { page, troubles } = await opened({ javaScriptEnabled: false });
      const image = page.locator(".picture img");
      expect(await image.getAttribute("alt")).toBe(
        "Files with their imports: 4 files, 4 imports between them, 0 cycles.",
      );
      expect((await image.boundingBox())?.width).toBeGreaterThan(100);
      expect(troubles).toEqual([]);
    });
  });

  test.each([
    [390, "light"],
    [1280, "dark"],
  ] as const)("fits a screen of %i pixels, %s", async (width, colorScheme) => {
    const { page } = await openPage(browser, large, { colorScheme, viewport: { width, height: 800 } });
    await page.locator("#tree summary").first().click();
    await page.locator("#tree details.file summary").first().click();
    const [content, background] = await page.evaluate<[number, string]>(
      "[document.documentElement.scrollWidth, getComputedStyle(document.body).backgroundColor]",
    );
    expect(content).toBe(width);
    const cut = page
      .locator("#start .scroll")
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth));
    expect(await cut).toEqual([]);
    expect(background).toBe(colorScheme === "dark" ? "rgb(19, 20, 23)" : "rgb(251, 251, 249)");
  });

  test("runs nothing of a hostile repository, and shows it as it is", async () => {
    const folder = temporaryFolder(hostileFiles);
    const { stdout, exitCode } = await runInProcess("", { args: ["report", "."], cwd: folder });
    expect(exitCode).toBe(0);
    const { page, troubles } = await openPage(browser, stdout, { folder });
    const title = await page.title();
    const closed = page.locator("details:not([open]) > summary");
    while ((await closed.count()) > 0) await closed.first().click();
    await page.fill("#query", "def g");
    for (const query of ["g", "f", "A", "x"]) {
      await page.fill("#query", query);
      await page.locator("#query").press("Enter");
      await page.locator("#details .close").click();
    }
    await page.fill("#query", "a");
    const shown = await page.locator("#tree").textContent();
    expect(shown).toContain(`<img src=x onerror=${attack}>.py`);
    expect(shown).toContain(`def f(a="<svg onload=${attack}>")`);
    expect(shown).toContain("\\u202egnp.py");
    expect(await page.locator("img, svg:not(.picture .stage svg), iframe, object").count()).toBe(0);
    const picture = page.locator(".picture .stage svg");
    expect(await picture.evaluate((one) => one.getBoundingClientRect().width)).toBeGreaterThan(0);
    expect(await picture.locator("script, style, image, foreignObject, a").count()).toBe(0);
    expect(await page.locator("script").count()).toBe(2);
    const schemes = await page
      .locator("main a, #hit-list a")
      .evaluateAll((links) => links.map((link) => new URL(`${link}`).protocol));
    expect(schemes.length).toBeGreaterThan(20);
    expect(new Set(schemes)).toEqual(new Set(["file:"]));
    expect(await page.title()).toBe(title);
    expect(troubles).toEqual([]);
  });

  test("blocks code that gets into the page nevertheless, and what it would load", async () => {
    const requests: string[] = [];
    const server = createServer(({ url = "" }, response) => {
      requests.push(url);
      response.end();
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const attacks = `<script>${attack}</script><p onclick="${attack}" id="trap">x</p><img src=http://127.0.0.1:${port}/x>`;
    const { page, troubles } = await openPage(browser, large.replace("<main", `${attacks}<main`));
    await page.locator("#trap").click();
    expect(await page.title()).not.toBe("run");
    const violations = troubles.filter((trouble) => /violates .*Content Security Policy/.test(trouble));
    expect(violations.length).toBeGreaterThanOrEqual(3);
    expect(requests).toEqual([]);
  });

  test("shows a picture of the dependencies, in which nothing runs", async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" viewBox="0 0 80 40"><script>top.${attack}</script><style>rect{fill:red}</style><rect width="80" height="40"/><image href="http://localhost:9/y"/></svg>`;
    const html = pageWith({ ...largeReport(1, 1), dependencyPicture: svg }, builtAssets());
    const { page, troubles } = await openPage(browser, html);
    const picture = page.locator(".picture .stage svg");
    expect(await picture.boundingBox()).toMatchObject({ width: 80, height: 40 });
    expect(
      await picture.locator("*").evaluateAll((all) => all.map((one) => `${Reflect.get(one, "localName")}`)),
    ).toEqual(["rect"]);
    expect(await page.title()).not.toBe("run");
    expect(troubles).toEqual([]);
  });

  test("shows a picture that is wider than the page whole, and at its own size on demand", async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="5000" height="2000" viewBox="0 0 5000 2000"></svg>';
    const html = pageWith({ ...largeReport(1, 1), dependencyPicture: svg }, builtAssets());
    const { page } = await openPage(browser, html);
    const widthOf = async () => Math.round((await page.locator(".picture .stage svg").boundingBox())?.width ?? 0);
    const whole = await widthOf();
    expect(whole).toBeLessThan(1_280);
    await page.getByRole("button", { name: "Show at its own size" }).click();
    await expect.poll(widthOf).toBe(5_000);
    await page.getByRole("button", { name: "Show the whole width" }).click();
    await expect.poll(widthOf).toBe(whole);
  });

  test("has its numbers, functions and rules without JavaScript, and says what needs it", async () => {
    const worst = [
      {
        path: "a.py",
        line: 1,
        name: "deep",
        numbers: { cognitive: 9, complexity: 8, lines: 7, nesting: 6, parameters: 5 },
      },
    ];
    const rules = [{ code: "unused-import", source: "names", severity: "warning", count: 3, places: [] }];
    const html = pageWith({ ...largeReport(3, 1), worst, rules }, builtAssets());
    const { page } = await openPage(browser, html, { javaScriptEnabled: false });
    for (const text of ["sample", "deep", "unused-import"]) {
      expect(await page.getByText(text).first().isVisible(), text).toBe(true);
    }
    const hint = page.locator("noscript p").first();
    expect(await hint.isVisible()).toBe(true);
    expect(await hint.textContent()).toContain("need JavaScript");
    expect(await page.locator("#query").isVisible()).toBe(false);
  });
});

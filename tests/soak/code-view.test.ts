import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lacksBrowser, launchBrowser } from "../support/browser.ts";
import { connectedClient } from "../support/client.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { openView } from "../support/view-host.ts";

const attack = "document.title='run'";
const folder = temporaryFolder({
  "core/shape.py": `def area(side):\n    """</script><script>${attack}</script>"""\n    return side * side\n`,
  "core/deep.py":
    "from core.shape import area\n\ndef deep(a):\n    for b in a:\n        if b:\n            return area(b)\n",
  [`app/<img src=x onerror=${attack}>.py`]: `from core.shape import area\n\ndef start(a="</script><svg onload=${attack}>"):\n    return area(2)  # \u001b[31mred\u202e\n`,
  "app/\u202egnp.py": "from core.shape import area\nfrom core.deep import deep\n",
});

const tableFolder = temporaryFolder({
  "table.ts": 'export function used() {}\nexport function make() {\n  return { "a/b": () => used() };\n}\n',
});

describe.skipIf(lacksBrowser)("the view of code in a client that shows MCP Apps", () => {
  const client = connectedClient(folder);
  const briefClient = connectedClient(folder, ["--format", "brief"]);
  const tableClient = connectedClient(tableFolder);
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  test("goes from the overview of a folder to a function, its callers and a search, and back", async () => {
    const { page, frame, calls, troubles } = await openView(browser, client, "code-view.html", { filepath: "." });
    const part = (title: string) => frame.locator("section", { has: frame.getByRole("heading", { name: title }) });
    await part("Needed most").locator("td").first().waitFor();
    expect(await frame.locator(".figures").textContent()).toMatch(/^4 files /);
    expect(await part("Needed most").locator("tbody tr").first().textContent()).toContain("core/shape.py3");
    expect(await part("Hard to read").locator("tbody tr").first().textContent()).toBe("deep3");
    // The folder has no repository.
    await part("Changed last")
      .getByText(/no repository/)
      .waitFor();
    expect(await part("Parts").locator("tbody tr").count()).toBe(4);
    expect(await part("Parts").textContent()).toContain("\\u202egnp.py");

    await part("Needed most").getByRole("button", { name: "core/deep.py" }).click();
    await expect.poll(() => frame.locator(".figures").textContent()).toBe("6 lines 5 code lines 1 functions ");
    await part("Hard to read").getByRole("button", { name: "deep" }).click();
    await frame.getByRole("heading", { name: "Uses", exact: true }).waitFor();
    await frame.getByRole("button", { name: "area" }).click();
    await frame.getByRole("heading", { name: "Used by" }).waitFor();
    expect(await frame.locator("pre code").allTextContents()).toEqual([
      "1  def area(side):",
      `2      """</script><script>${attack}</script>"""`,
      "3      return side * side",
    ]);
    const callers = frame.locator(".rows li", { has: frame.getByRole("button", { name: "start" }) });
    expect(await callers.textContent()).toContain(`app/<img src=x onerror=${attack}>.py:4`);
    expect(await callers.locator("code").textContent()).toBe("return area(2)  # \\u001b[31mred\\u202e");

    await frame.getByRole("searchbox").fill("e");
    await frame.getByRole("searchbox").press("Enter");
    await frame.getByRole("heading", { name: "2 symbols" }).waitFor();
    expect(await frame.locator(".rows .link").allTextContents()).toEqual(["deep", "area"]);
    await frame.getByRole("button", { name: "Back" }).click();
    await frame.getByRole("heading", { name: "area" }).waitFor();

    expect(new Set(calls.map(({ name }) => name))).toEqual(
      new Set(["get_file_summary", "get_dependency_graph", "get_changes", "get_symbol_context", "list_symbols"]),
    );
    expect(await frame.locator("img, svg, iframe, object, a").count()).toBe(0);
    expect(await frame.locator("script").count()).toBe(1);
    expect(await page.title()).toBe("host");
    expect(troubles).toEqual([]);
  });

  test("shows a symbol for a call about one, of a server that answers in another format", async () => {
    const { frame } = await openView(browser, briefClient, "code-view.html", { symbol: "deep" });
    await frame.getByRole("heading", { name: "deep" }).waitFor();
    expect(await frame.locator("pre code").first().textContent()).toBe("3  def deep(a):");
  });

  test("shows the text of an answer that it cannot read", async () => {
    const passes = ({ name, arguments: input }: { name: string; arguments: Record<string, unknown> }) => ({
      name,
      arguments: input,
    });
    const { frame } = await openView(browser, briefClient, "code-view.html", { symbol: "deep" }, { passes });
    await expect.poll(() => frame.locator("pre").textContent()).toContain("core/deep.py");
  });

  test("shows the function around a use in a key of an object, in the theme of the client", async () => {
    const input = { symbol: "used" };
    const { frame } = await openView(browser, tableClient, "code-view.html", input, {
      theme: "light",
      colorScheme: "dark",
    });
    await frame.getByRole("button", { name: "make.a/b" }).click();
    await frame.getByRole("heading", { name: "make" }).waitFor();
    const background = frame.locator("body").evaluate("getComputedStyle(document.body).backgroundColor");
    expect(await background).toBe("rgb(255, 255, 255)");
  });

  test("shows the server's own words if a call fails", async () => {
    const { frame } = await openView(browser, client, "code-view.html", { filepath: "gone" });
    await expect.poll(() => frame.locator("pre").textContent()).toContain("gone");
  });
});

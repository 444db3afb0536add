import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lacksBrowser, launchBrowser } from "../support/browser.ts";
import { connectedClient } from "../support/client.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { openView } from "../support/view-host.ts";

const attack = "document.title='run'";
const folder = temporaryFolder({
  "a.py": "import b\n",
  "b.py": "import a\n",
  [`<img src=x onerror=${attack}>.py`]: "import a\nimport b\n",
});

describe.skipIf(lacksBrowser)("the view of get_dependency_graph in a client that shows MCP Apps", () => {
  const client = connectedClient(folder);
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  const opened = (input: object) => openView(browser, client, "graph-view.html", input);

  test("shows the picture of the same graph, in which nothing runs, and without implied arrows on demand", async () => {
    const { page, frame, calls, troubles } = await opened({ filepath: "." });
    const picture = frame.locator(".stage svg");
    await picture.waitFor();
    expect(await picture.evaluate((one) => one.getBoundingClientRect().width)).toBeGreaterThan(100);
    expect(await picture.textContent()).toContain("cycle: ./a.py → ./b.py → ./a.py");
    await frame.getByRole("combobox").selectOption("./b.py");
    expect(await frame.locator(".around").textContent()).toBe(
      "./b.py needs ./a.py is needed by ./<img src=x onerror=document.title='run'>.py./a.py",
    );
    expect(calls).toEqual([
      {
        name: "get_dependency_graph",
        arguments: { filepath: ".", output_format: "svg", theme: "dark" },
        _meta: { "codegrove/format": "json" },
      },
    ]);
    await frame.locator("#reduced").check();
    await expect.poll(() => calls.length).toBe(2);
    expect(calls[1]).toMatchObject({ arguments: { reduced: true } });
    const seen = await page.evaluate<readonly { readonly method?: string }[]>("window.seen");
    expect(seen.map(({ method }) => method)).toContain("ui/notifications/size-changed");
    expect(await page.title()).toBe("host");
    expect(troubles).toEqual([]);
  });

  test("says why there is no picture, and answers what the client asks", async () => {
    const { page, frame, calls } = await opened({ symbol: "a", to: "b" });
    await expect.poll(() => frame.locator("#status").textContent()).toBe("This answer has no picture.");
    expect(calls).toEqual([]);
    await page.evaluate('send({ id: 7, method: "ui/resource-teardown", params: {} })');
    await page.evaluate('send({ id: 8, method: "no/such", params: {} })');
    await expect.poll(() => page.evaluate("seen.filter(({ id, method }) => !method && id >= 7).length")).toBe(2);
    expect(await page.evaluate("seen.filter(({ id, method }) => !method && id >= 7)")).toEqual([
      { jsonrpc: "2.0", id: 7, result: {} },
      { jsonrpc: "2.0", id: 8, error: { code: -32601, message: "Method not found: no/such" } },
    ]);
  });

  test("shows the server's own words if the call fails", async () => {
    const { frame } = await opened({ filepath: "gone" });
    await expect.poll(() => frame.locator("#status").textContent()).toContain("gone");
  });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { openPage } from "./browser.ts";
import { packageFolder } from "./built-server.ts";

/**
 * A client's page: it has the view in a frame without an origin, and speaks the protocol of the extension with it. `asked` calls the
 * server.
 */
const hostPage = (view: string) => `<!doctype html><title>host</title><iframe sandbox="allow-scripts"></iframe><script>
const frame = document.querySelector("iframe");
window.seen = [];
const send = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
window.addEventListener("message", async ({ source, data }) => {
  if (source !== frame.contentWindow) return;
  window.seen.push(data);
  const { id, method, params } = data;
  if (method === "ui/initialize") {
    const hostInfo = { name: "host", version: "1" };
    send({ id, result: { protocolVersion: params.protocolVersion, hostInfo, hostCapabilities: { serverTools: {} }, hostContext: { theme: window.theme } } });
  }
  if (method === "ui/notifications/initialized") send({ method: "ui/notifications/tool-input", params: { arguments: window.input } });
  if (method === "tools/call") send({ id, result: await window.asked(params) });
});
window.start = (input, theme) => { window.input = input; window.theme = theme; frame.srcdoc = ${JSON.stringify(view).replaceAll("<", "\\u003c")}; };
window.send = send;
</script>`;

/** A call that a view has made through its client. */
type ViewCall = {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
  readonly _meta?: Record<string, unknown>;
};

/**
 * Opens a view of the build in a client's page, as for a call with these arguments.
 *
 * @param passes the part of a call of the view that the client passes on; all of it by default
 * @param theme of the client, whatever the one of the browser is
 */
export async function openView(
  browser: Browser,
  client: Client,
  file: string,
  input: object,
  {
    passes = (call: ViewCall) => call,
    theme = "dark",
    ...options
  }: { readonly passes?: (call: ViewCall) => ViewCall; readonly theme?: "light" | "dark" } & BrowserContextOptions = {},
) {
  const view = readFileSync(join(packageFolder, "dist", file), "utf8");
  const { page, troubles } = await openPage(browser, hostPage(view), options);
  const calls: ViewCall[] = [];
  await page.exposeFunction("asked", (call: ViewCall) => {
    calls.push(call);
    return client.callTool(passes(call));
  });
  await page.evaluate(`start(${JSON.stringify(input)}, "${theme}")`);
  return { page, frame: page.frameLocator("iframe"), calls, troubles };
}

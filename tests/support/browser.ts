import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";

/** Debian's. */
const executablePath = "/usr/bin/chromium";

/** True when there is no browser; on CI its lack is an error. */
export const lacksBrowser = process.env.CI !== "true" && !existsSync(executablePath);

export function launchBrowser(): Promise<Browser> {
  // Root, as which containers run, has no sandbox.
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** A page that is open, with what must not have happened in it. */
export interface OpenPage {
  readonly page: Page;
  /** Errors, messages of the console, dialogs and requests besides the page itself. */
  readonly troubles: readonly string[];
}

/** Opens a page of HTML, as a file in a folder of its own or of a test. */
export async function openPage(
  browser: Browser,
  html: string,
  { folder = temporaryFolder(), ...options }: BrowserContextOptions & { readonly folder?: string } = {},
): Promise<OpenPage> {
  const path = join(folder, "report.html");
  writeFileSync(path, html);
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const troubles: string[] = [];
  const url = pathToFileURL(path).href;
  page.on("console", (message) => troubles.push(`console: ${message.text()}`));
  page.on("pageerror", ({ message }) => troubles.push(`error: ${message}`));
  page.on("dialog", (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (request.url() !== url && !request.url().startsWith("data:image/svg+xml")) troubles.push(request.url());
  });
  await page.goto(url);
  return { page, troubles };
}

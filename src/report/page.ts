import { createHash } from "node:crypto";
import { asWritten, html, jsonInScript } from "./html.ts";
import type { Links } from "./link-template.ts";
import { bodyOf } from "./page-body.ts";
import type { PageData } from "./page-data.ts";
import type { Report } from "./report.ts";
import { detailsOf } from "./symbol-uses.ts";

/** The page's own script and style, as the build has written them. */
export type PageAssets = { readonly script: string; readonly style: string };

/**
 * Returns the page of a report: one document that loads nothing. Its policy allows only its own script and style, by
 * their digests, so that no other code runs. The same report gives the same text.
 */
export function pageOf(report: Report, links: Links, { script, style }: PageAssets): string {
  const policy = [
    "default-src 'none'",
    `script-src '${digestOf(script)}'`,
    `style-src '${digestOf(style)}'`,
    // The picture of the dependencies, in which no script runs.
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="codegrove">
<title>${report.folder} &ndash; code report</title>
<style>${asWritten(style)}</style>
</head>
<body>
${bodyOf(report, links)}
<script type="application/json" id="data">${jsonInScript(dataOf(report, links))}</script>
<script>${asWritten(script)}</script>
</body>
</html>
`.text;
}

function dataOf({ outline, rules, used, imports }: Report, links: Links): PageData {
  const { kinds, files } = outline;
  const details = detailsOf(used);
  return { links, kinds, files, rules: rules.map(({ places }) => ({ places })), details, imports };
}

/** The source of a policy for an element with this text. */
function digestOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

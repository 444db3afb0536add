/**
 * The command `codegrove report`. Input: a folder and a template of links; output: a page of HTML on stdout or in a
 * file, a summary, and the exit status.
 */
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { counted } from "../base/counted.ts";
import { UserError } from "../base/errors.ts";
import { isLogged } from "../base/log.ts";
import { distDir, readPackageFile } from "../base/package.ts";
import { Stopwatch } from "../base/stopwatch.ts";
import type { Engine } from "../engine/engine.ts";
import { plain } from "../formats/plain.ts";
import { checkedTemplate } from "../report/checked-template.ts";
import { encodedPath, type Links } from "../report/link-template.ts";
import { pageOf } from "../report/page.ts";
import { type Report, reportOf } from "../report/report.ts";
import { checkFolder } from "./checked-folder.ts";
import type { ReportCommand } from "./command-line.ts";
import { checkWritable, openOutput } from "./output.ts";
import { progressOn } from "./progress.ts";
import type { Streams } from "./run-tool.ts";

/**
 * Writes the page about a folder.
 *
 * @returns the exit status: 1 when files could not be read, or are missing
 * @throws UserError when the folder, the template or the output is wrong
 */
export async function runReport(engine: Engine, command: ReportCommand, streams: Streams): Promise<number> {
  const { cwd, onExit, stdout, stderr, statusLine, logLevel } = streams;
  const startedAt = performance.now();
  const folder = resolve(cwd, command.folder);
  checkFolder(folder, command.folder, "report");
  const links = linksOf(command, folder, cwd);
  const { output: path } = command;
  if (path !== undefined) checkWritable(path, cwd);
  else if (stdout.isTTY === true)
    throw new UserError("report writes a page of HTML: name its file, as in -o report.html");
  const report = await reportOf(engine, {
    folder,
    progressOf: (step) => progressOn(statusLine, { step: `${step.padEnd(stepColumns)} ` }),
  });
  const page = pageOf(report, links, pageAssets());
  const output = openOutput({ path, cwd, onExit, stdout, stopwatch: new Stopwatch() });
  output.write(page);
  output.close();
  const isEmpty = report.outline.files.length === 0;
  if (isEmpty && isLogged("warn", logLevel))
    for (const note of report.notes) stderr.write(`codegrove: ${plain(note)}\n`);
  if (isLogged("warn", logLevel)) for (const line of linesOnFailed(report)) stderr.write(`codegrove: ${line}\n`);
  if (isLogged("info", logLevel)) stderr.write(`${summaryOf(report, page, startedAt)}\n`);
  return report.failed.length > 0 || report.missing.length > 0 ? 1 : 0;
}

/** Columns of the longest name of a step, so that the bars of all are in one place. */
const stepColumns = 9;

/** Returns how the page links to files: by a template, or else to the files themselves, from the folder of the page. */
function linksOf({ linkTemplate, output }: ReportCommand, folder: string, cwd: string): Links {
  if (linkTemplate === undefined) return { template: `${folderUrl(output, folder, cwd)}/{path}#L{line}`, root: "" };
  const template = checkedTemplate(linkTemplate);
  const root = folder
    .split(sep)
    .join("/")
    .replace(/\/$/, "")
    .replace(/^(?=[^/])/, "/");
  return { template, root: template.includes("{abs}") ? root : "" };
}

function folderUrl(output: string | undefined, folder: string, cwd: string): string {
  const from = output === undefined ? cwd : dirname(resolve(cwd, output));
  const path = relative(from, folder);
  // Another drive of Windows.
  if (isAbsolute(path)) return pathToFileURL(path).href;
  const url = encodedPath(path.split(sep).join("/"));
  return url === "" || url.startsWith("..") ? url || "." : `./${url}`;
}

function pageAssets() {
  const read = (name: string) => readPackageFile(join(distDir, name)).toString();
  return { script: read("report-page.js"), style: read("report-page-style.css") };
}

/** Failed files that are named on stderr: the page names more. */
const maxNamedFailed = 20;

/** Returns a line for each file that could not be read, with the reason. */
function linesOnFailed({ failed }: Pick<Report, "failed">): readonly string[] {
  const left = failed.length - maxNamedFailed;
  return [
    ...failed.slice(0, maxNamedFailed).map(({ path, error }) => `${plain(path)}: ${plain(error)}`),
    ...(left > 0 ? [`${counted(left, "further file")} could not be read`] : []),
  ];
}

const bytesOfKilobyte = 1_000;
const bytesOfMegabyte = 1_000_000;

/** Returns a summary such as `120 files in 1.2 s, a page of 1.3 MB`. */
function summaryOf({ outline, failed }: Report, page: string, startedAt: number): string {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  return [
    `${counted(outline.files.length, "file")} in ${seconds} s`,
    `a page of ${sizeText(Buffer.byteLength(page))}`,
    ...(failed.length > 0 ? [`${failed.length} failed`] : []),
  ].join(", ");
}

/** Returns a size such as `24 kB` or `1.3 MB`. */
function sizeText(bytes: number): string {
  if (bytes < bytesOfMegabyte) return `${Math.ceil(bytes / bytesOfKilobyte)} kB`;
  return `${(bytes / bytesOfMegabyte).toFixed(1)} MB`;
}

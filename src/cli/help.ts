import type { AnyTool } from "../tools/tool.ts";
import {
  diagnosticsOptions,
  flagsOf,
  globalOptions,
  outputOptions,
  type Schema,
  serveOptions,
} from "./command-line.ts";

/** The help of the program. */
export function programHelp(tools: ReadonlyMap<string, AnyTool>): string {
  return [
    "codegrove: code intelligence for C++ and Python over MCP",
    "",
    "Usage:",
    "  codegrove [serve] [flags]            serve MCP on stdin and stdout",
    "  codegrove serve --http [PORT]        serve MCP over HTTP",
    "  codegrove TOOL PATH... [flags]       run one tool, JSON on stdout",
    "  codegrove TOOL --help                the flags of a tool",
    "  codegrove cache [clear] [flags]      show or clear what scans have kept for the next one",
    "",
    "Tools:",
    ...[...tools.values()].map(({ name, title }) => row(name, title)),
    "",
    "Flags of serve:",
    ...rowsOf(serveOptions),
    "",
    ...globalHelp(),
    "",
    "Environment: LOG_LEVEL, MAX_FILE_SIZE, REQUEST_TIMEOUT, MAX_CONCURRENT_REQUESTS, MCP_SERVER_NAME,",
    "MCP_SERVER_VERSION, CODEGROVE_TOKEN, SESSION_TIMEOUT, ENABLE_<TOOL>.",
    "",
    "Exit status: 0 done, 1 an answer or a file with success:false, 2 a wrong command line, variable or configuration.",
    "",
  ].join("\n");
}

/** The help of a tool, made from its input schema. */
export function toolHelp(tool: AnyTool): string {
  return [
    `codegrove ${tool.name} PATH... [flags]`,
    "",
    tool.description,
    "",
    "PATH is a file, a directory or a glob; - reads paths from stdin. One file gives a flat answer, anything",
    "else a batch.",
    "",
    "Flags:",
    ...flagsOf(tool).map(({ flag, schema }) => row(usage(flag, schema), schema.description ?? "")),
    "",
    "Output:",
    ...rowsOf(outputOptions),
    ...(tool.listsDiagnostics === true ? rowsOf(diagnosticsOptions) : []),
    "",
    ...globalHelp(),
    "",
  ].join("\n");
}

function usage(flag: string, { type }: Schema): string {
  if (type === "boolean") return flag.startsWith("no-") ? `--${flag}` : `--[no-]${flag}`;
  return type === "array" ? `--${flag} X (repeatable)` : `--${flag} X`;
}

function globalHelp(): readonly string[] {
  return ["Flags of every command:", ...rowsOf(globalOptions)];
}

type Option = { readonly short?: string; readonly help: string };

function rowsOf(options: Readonly<Record<string, Option>>): readonly string[] {
  return Object.entries(options).map(([name, { short, help }]) =>
    row(short === undefined ? `--${name}` : `-${short}, --${name}`, help),
  );
}

function row(left: string, right: string): string {
  return `  ${left.padEnd(30)} ${right}`;
}

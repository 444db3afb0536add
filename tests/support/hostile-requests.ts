import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { hostileFiles, hostileFolders } from "./hostile-repository.ts";

export type Request = { readonly method: string; readonly params: object };

const toolInputs: Readonly<Record<string, object>> = {
  parse_file: {},
  find_classes: {},
  find_functions: {},
  list_symbols: {},
  check_file: {},
  execute_query: { query: "(identifier) @name" },
  get_syntax_tree: {},
};

/** Those that the texts that take long are asked with, besides. */
const otherTools = ["list_symbols", "execute_query"];

const globs = [
  "**/*.cpp",
  "*/ok.*",
  "deep/**",
  "links/**/*.cpp",
  "links/*/*",
  "text/*.{h,py}",
  "special/*",
  "rules/**/.gitignore",
  "names/*\n*",
  "../**/*.cpp",
  "/dev/*",
];

/** Patterns whose alternatives cannot be matched one by one. */
const boundlessPatterns = [
  "ext/+(a|a?)b",
  "{a,b}".repeat(20),
  "{a,b}".repeat(40),
  "names/+(a|aa|+(a))b",
  "*".repeat(2_000),
];

const slowPatterns = [
  `${"*a".repeat(30)}b`,
  `names/${"*a".repeat(12)}b`,
  `${"?(a)".repeat(40)}${"a".repeat(40)}b`,
  "!(!(!(a*)*)*)b",
  "@(@(a|@(b|@(c|d)))|!(e))*.cpp",
  `${"**/".repeat(60)}x.cpp`,
  "[".repeat(500),
  "(".repeat(900),
  "{".repeat(900),
  "{1..900}/{a,b}",
  "\\".repeat(500),
];

/** A call of a tool, with what the tool needs besides. */
export const call = (name: string, input: object): Request => ({
  method: "tools/call",
  params: { name, arguments: { ...toolInputs[name], ...input } },
});

const pathAndPatterns = (pattern: string): readonly Request[] => [
  call("find_classes", { filepath: pattern }),
  call("find_classes", { filepath: "names", file_patterns: [pattern] }),
];

/** Calls that take all the time that they are given. */
export const slowCalls = (): readonly Request[] => slowPatterns.flatMap(pathAndPatterns);

/** Calls whose patterns are refused as arguments. */
export const refusedCalls: readonly Request[] = [
  ...boundlessPatterns.flatMap(pathAndPatterns),
  call("find_classes", { filepath: ".", file_patterns: Array.from({ length: 20 }, () => "{a,b}".repeat(18)) }),
];

/** What is asked about a hostile repository. */
export const requestsAbout = (folder: string): readonly Request[] => [
  ...Object.keys(toolInputs).map((name) => call(name, { filepath: "." })),
  ...Object.keys(toolInputs).map((name) => call(name, { filepath: "text", no_ignore: true })),
  ...hostileFolders.map((filepath) => call("find_classes", { filepath })),
  ...hostileFiles.flatMap((filepath) => ["parse_file", "check_file"].map((name) => call(name, { filepath }))),
  ...hostileFiles.slice(0, 9).flatMap((filepath) => otherTools.map((name) => call(name, { filepath }))),
  ...globs.map((filepath) => call("list_symbols", { filepath })),
  ...slowCalls(),
  { method: "resources/list", params: {} },
  ...urisBelow(folder).map((uri) => ({ method: "resources/read", params: { uri } })),
  ...["links/", "/etc/", ""].map((value) => ({
    method: "completion/complete",
    params: { ref: { type: "ref/resource", uri: "file:///{path}" }, argument: { name: "path", value } },
  })),
  { method: "prompts/get", params: { name: "explain_symbol", arguments: { name: "HonestClass" } } },
  { method: "prompts/get", params: { name: "map_code_base", arguments: {} } },
  { method: "resources/subscribe", params: { uri: "workspace://files" } },
  { method: "resources/subscribe", params: { uri: pathToFileURL(join(folder, "links/file-there.cpp")).href } },
  { method: "resources/unsubscribe", params: { uri: "workspace://files" } },
];

const urisBelow = (folder: string): readonly string[] => [
  "workspace://files",
  "workspace://symbols",
  "workspace://diagnostics",
  "workspace://config",
  "queries://cpp/../../package.json",
  "queries://cpp/..%2f..%2fpackage.json",
  "queries://../cpp/tags",
  "file:///etc/passwd",
  "file:///dev/zero",
  ...[
    "special/x.cpp",
    "special/zero.cpp",
    "links/file-there.cpp",
    "links/one.cpp",
    "links/folder-there",
    "text/large.cpp",
  ].map((path) => pathToFileURL(join(folder, path)).href),
];

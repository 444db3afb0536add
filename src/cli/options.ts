/**
 * The tables of flags. Input: the names of formats, clients and choices; output: what parseArgs reads for each command, with the help
 * of each flag, and the short names of tools.
 */
import { httpPort } from "../base/limits.ts";
import { logLevelNames } from "../base/log.ts";
import { formatNames } from "../formats/index.ts";
import { schemaKinds } from "../tools/contract/schema-kinds.ts";
import { clients, defaultClient } from "./init/clients.ts";
import { colorChoices } from "./terminal.ts";

/** Flags that every command takes. */
export const globalOptions = {
  "log-level": {
    type: "string",
    short: "l",
    value: "LEVEL",
    words: logLevelNames,
    help: "The lowest level that is logged to stderr, one JSON object per line: trace, debug, info, warn, error, or critical for error; also LOG_LEVEL (default: info)",
  },
  root: {
    type: "string",
    multiple: true,
    value: "DIR",
    completes: "folder",
    help: "Read nothing outside of DIR, by real path; repeatable (default: whatever the user can read)",
  },
  languages: {
    type: "string",
    multiple: true,
    value: "DIR",
    completes: "folder",
    help: "Add the languages in DIR, one folder each; repeatable",
  },
  "lint-rules": {
    type: "string",
    multiple: true,
    value: "DIR",
    completes: "folder",
    help: "Add the lint rules in DIR, one folder a language; repeatable",
  },
  "scan-languages": {
    type: "string",
    value: "NAME,...",
    help: "Languages, such as go,rust, that the tools with default patterns also search folders for; also SCAN_LANGUAGES",
  },
  config: {
    type: "string",
    value: "FILE",
    completes: "file",
    help: "The project's configuration; also CODEGROVE_CONFIG (default: what is harmless in codegrove.json)",
  },
  "allow-commands": {
    type: "boolean",
    help: "Let run_project_command run what a codegrove.json in the working folder lists, too; only for a folder that you trust",
  },
  "allow-edits": {
    type: "boolean",
    help: "Let tools edit files below --root, or else in the working folder, when a call says apply; also CODEGROVE_ALLOW_EDITS",
  },
  "no-macro-masking": { type: "boolean", help: "Parse C++ as it is written, without masking macros; for comparison" },
  "no-elision": {
    type: "boolean",
    help: "Parse the whole text for tools that list only definitions, too; for comparison",
  },
  "no-cache": {
    type: "boolean",
    help: "Neither read nor write the cache of results; also CODEGROVE_CACHE=false",
  },
  "cache-dir": {
    type: "string",
    value: "DIR",
    completes: "folder",
    help: "The folder of the cache; also CODEGROVE_CACHE_DIR (default: the user's folder for caches)",
  },
  jobs: { type: "string", short: "j", value: "N", help: "Threads that parse (default: one a core)" },
  "max-result-chars": {
    type: "string",
    value: "N",
    help: "Characters of one answer, from 2000 on, 0 for no limit; also MAX_RESULT_CHARS (default: 50000 over MCP, none on the command line)",
  },
  color: {
    type: "string",
    value: "WHEN",
    words: colorChoices,
    help: "Colours and aligned columns in text: auto (default), on a terminal unless NO_COLOR is set; always; never",
  },
  "no-pager": {
    type: "boolean",
    help: "Write long text to the terminal, and not to the program that PAGER names (default: less)",
  },
  help: { type: "boolean", short: "h", help: "Print help and exit" },
  version: { type: "boolean", short: "v", help: "Print the version and exit; also -V" },
} as const;

/** A second letter for --version: parseArgs takes one for each flag. */
export const versionOption = { V: { type: "boolean", short: "V" } } as const;

/** The formats of answers over MCP. */
export const servedFormats: readonly string[] = ["json", "brief"];

/** Flags of serve. */
export const serveOptions = {
  http: {
    type: "string",
    value: "[PORT]",
    help: `Serve MCP over HTTP (default port: ${httpPort}; 0 for any free one)`,
  },
  shared: {
    type: "boolean",
    help: "Serve on stdin and stdout from one process for all sessions of the user, which is started if there is none",
  },
  status: {
    type: "boolean",
    help: "With --shared: print the shared servers of the user that run, as JSON, and exit",
  },
  host: { type: "string", value: "HOST", help: "The address to listen on (default: 127.0.0.1)" },
  tools: { type: "string", value: "A,B", help: "Serve only these tools" },
  format: {
    type: "string",
    value: "FORMAT",
    words: servedFormats,
    help: "The form of answers: json (default); brief, lines as of rg --heading, which cost an agent fewer characters",
  },
  schemas: {
    type: "string",
    value: "KIND",
    words: schemaKinds,
    help: "The form of arguments in tools/list: auto (default), by the client's name; reference; plain, with one type each and no union, for Gemini's and OpenAI's APIs",
  },
} as const;

/** Flags of init. */
export const initOptions = {
  client: {
    type: "string",
    multiple: true,
    value: "NAME,...",
    words: [...clients.keys()],
    help: `The clients that are to know the server: ${[...clients.keys()].join(", ")}; repeatable (default: ${defaultClient})`,
  },
  skills: { type: "boolean", help: "Also write skills, which an agent reads when they fit its task" },
  hooks: { type: "boolean", help: "Also write hooks: a reminder, a hint at searches, a check after edits" },
  check: { type: "boolean", help: "Write nothing; exit with 1 and tell what is missing, if anything is" },
  yes: { type: "boolean", short: "y", help: "Write without asking" },
} as const;

/** Flags of doctor. */
export const doctorOptions = {
  json: { type: "boolean", help: "Write JSON instead of text" },
  timeout: { type: "string", value: "SECONDS", help: "Seconds for the test of each connection (default: 30)" },
} as const;

/** Flags of stats. */
export const statsOptions = { json: doctorOptions.json } as const;

/** Flags of report. */
export const reportOptions = {
  output: {
    type: "string",
    short: "o",
    value: "FILE",
    completes: "file",
    help: "Write the page to FILE (default: stdout, unless it is a terminal)",
  },
  "link-template": {
    type: "string",
    value: "URL",
    help: "Link places to URL with {path}, {abs}, {line} and {column} in it, or to an editor: cursor, idea, vscode, vscodium, zed (default: the files, relative to the page)",
  },
} as const;

/** The flag of what works file by file. */
const shardOption = {
  type: "string",
  value: "I/N",
  help: "Process the I-th of N shares of the files, the same on every machine",
} as const;

/** The formats of indexes, the default first. */
export const indexFormats: readonly string[] = ["scip"];

/** Flags of index. */
export const indexOptions = {
  format: {
    type: "string",
    value: "FORMAT",
    words: indexFormats,
    help: "Write the index for other programs: scip, the SCIP Code Intelligence Protocol (default with --output)",
  },
  output: {
    type: "string",
    short: "o",
    value: "FILE",
    completes: "file",
    help: "Write the index to FILE (default with --format: stdout, unless it is a terminal)",
  },
  export: {
    type: "string",
    value: "FILE",
    completes: "file",
    help: "Write the index, or a shard of it, to FILE for other machines; signed if CODEGROVE_CACHE_KEY is set",
  },
  import: {
    type: "string",
    value: "FILE",
    completes: "file",
    help: "Take the index of the same code, or of an earlier state of it, from FILE, and read only what differs",
  },
  "accept-unsigned": {
    type: "boolean",
    help: "Import a file that is not signed with CODEGROVE_CACHE_KEY, too: answers are then as true as whoever made it",
  },
  "export-macros": {
    type: "string",
    value: "FILE",
    completes: "file",
    help: "Write the macros of all files to FILE, which the shards of an index then share",
  },
  "import-macros": {
    type: "string",
    value: "FILE",
    completes: "file",
    help: "Take the macros of other files from FILE, and read only the files of the shard",
  },
  "allow-missing": { type: "boolean", help: "Merge shards although some are missing or were not finished" },
  shard: shardOption,
} as const;

/** Flags that every tool takes in addition to its arguments. */
export const outputOptions = {
  format: {
    type: "string",
    value: "FORMAT",
    words: formatNames,
    help: "json, one answer (default but on a terminal); jsonl or text (default there), written while the scan runs; brief, as serve has it; sarif or github, for check_file and get_changes; gitlab, for check_file; markdown, for get_changes; ctags, for list_symbols and extract_interface. Not for svg and png of --output-format, which are written as they are",
  },
  output: {
    type: "string",
    short: "o",
    value: "FILE",
    completes: "file",
    help: "Write the answer to FILE; FILE.json, .jsonl, .sarif or .tags sets --format; of a graph, FILE.svg, .png, .dot or .mmd sets --output-format",
  },
  null: { type: "boolean", short: "0", help: "Paths on stdin, for the path -, end with NUL and not with a line break" },
  shard: shardOption,
  quiet: { type: "boolean", short: "q", help: "No progress, summary or warning on stderr, only errors" },
  timing: { type: "boolean", help: "Print phase times on stderr; parsing is summed over all threads" },
} as const;

/** Flags that are short for file_patterns, of the tools that take it. A tool with an argument of that name has none. */
export const patternOptions = {
  include: {
    type: "string",
    multiple: true,
    value: "GLOB,...",
    help: "Read only files that match GLOB; as --file-patterns GLOB; repeatable",
  },
  exclude: {
    type: "string",
    multiple: true,
    value: "GLOB,...",
    help: "Leave out the files and the folders that match GLOB, such as tests or 'src/gen/*.py'; repeatable",
  },
} as const;

/** Flags of the tools that list diagnostics. */
export const diagnosticsOptions = {
  category: {
    type: "string",
    value: "NAME",
    help: "With --format sarif: what code scanning tells reports apart by, where one repository has several (default: codegrove-check)",
  },
  baseline: {
    type: "string",
    value: "FILE",
    completes: "file",
    help: "Leave out the findings that FILE has, which an earlier check of the same folder wrote with --format sarif or gitlab; stderr tells their number",
  },
  "exit-zero": { type: "boolean", help: "Exit with 0 even if there are errors" },
  "allow-empty": { type: "boolean", help: "Exit with 0 instead of 2 if no file was checked" },
} as const;

/** Flags of the tools whose answers a command line can fail at. */
export const failOnOptions = {
  "fail-on": {
    type: "string",
    multiple: true,
    value: "WORD,...",
    help: "Exit with 1 if the answer of get_changes has one of them: new errors or diagnostics; callers of a changed signature that were not changed; symbols whose signature, body or comment changed, or that were removed, added or moved; files that were not_compared. stderr names the first ones; repeatable",
  },
} as const;

/** Short names of tools, for people and CI: with another format, and about the working folder where there is no path. */
export const shortCommands: ReadonlyMap<string, { readonly tool: string; readonly format: string }> = new Map([
  ["check", { tool: "check_file", format: "text" }],
]);

/** Returns the name of the tool that a word calls, or the word itself. */
export function toolNameOf(word: string): string {
  return shortCommands.get(word)?.tool ?? word;
}

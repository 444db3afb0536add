/**
 * Which folder of src may import what. A folder with a row of its own is a part; all below it belongs to it, except what
 * has a longer row. A part imports its own files and src/base, and else what its row says: a part, or one file as the
 * door to a part. tests/unit/doors.test.ts holds src to it, and ARCHITECTURE.md.
 */
export const parts: Readonly<Record<string, Part>> = {
  "main.ts": { imports: ["app"], why: "the entry runs app/program" },
  "worker.ts": { imports: ["app", "workers"], why: "the entry of a worker runs workers" },
  app: {
    imports: [
      "cache",
      "cli",
      "doctor",
      "engine",
      "workers",
      "formats",
      "mcp",
      "project-commands",
      "shared",
      "stats",
      "syntax",
      "tools",
      "workspace",
    ],
    why: "app puts the program together, and leaves pictures, scip and dialects to their doors",
  },
  shared: {
    imports: ["cache/own-files.ts", "cache/user-folder.ts", "mcp/lines.ts", "mcp/message.ts", "mcp/rpc-error.ts"],
    why: "shared passes lines on between a client and its session, and knows no methods",
  },
  doctor: {
    imports: [
      ...["cache", "cli", "engine", "mcp", "project-commands", "revisions", "shared/status.ts", "tools", "workspace"],
    ],
    why: "doctor is the one command that is a client of the protocol",
  },
  cli: {
    imports: [
      "answers",
      "cache",
      "engine",
      "formats",
      "report",
      "scip",
      "skills",
      "stats/stats-files.ts",
      "tools",
      "workspace",
    ],
    why: "the command line and the protocol are two edges that know nothing of each other",
  },
  mcp: {
    imports: ["answers", "engine", "formats", "skills", "stats/session-stats.ts", "syntax", "tools", "workspace"],
    why: "the command line and the protocol are two edges that know nothing of each other",
  },
  report: { imports: ["answers", "engine", "tools"], why: "a report is made from what tools answer" },
  "report/page": { imports: ["report"], why: "the script of the page runs in a browser, which has only its data" },
  formats: {
    imports: ["answers", "checks/check-texts.ts", "engine", "syntax/languages.ts", "tools"],
    why: "a format is a function of results, and of the texts of checks",
  },
  engine: {
    imports: [
      ...["answers", "cache", "code-base", "code-index", "edits", "workers", "facts", "pictures/drawing.ts"],
      ...["project-commands", "syntax", "tools", "workspace"],
    ],
    why: "the engine knows neither the command line nor the protocol, and has pictures drawn by a thread of their own",
  },
  workers: {
    imports: [
      "answers",
      "cache",
      "code-index",
      "edits",
      "facts",
      "project-commands",
      "revisions",
      "syntax",
      "tools",
      "workspace",
    ],
    why: "workers answer requests, and know of no call",
  },
  "code-base": {
    imports: ["answers", "cache", "code-index", "workers", "facts", "syntax", "tools", "workspace"],
    why: "a code base is listed and read by workers, and knows of no call",
  },
  tools: {
    imports: [
      ...["answers", "checks", "code-index", "facts", "interfaces", "metrics", "scip", "syntax"],
      ...["pictures/dot.ts", "pictures/labels.ts", "pictures/mermaid.ts", "pictures/picture.ts"],
      ...["pictures/rank-direction.ts", "edits/text-digest.ts", "edits/text-edits.ts", "revisions/changed-lines.ts"],
    ],
    why: "a tool is a pure function of parsed code: it makes a picture, and the engine has it drawn",
  },
  answers: { imports: ["pictures/picture.ts"], why: "answers say how much is said, and know no tools and no formats" },
  scip: { imports: ["code-index", "facts"], why: "scip says what the index knows in another form" },
  pictures: { imports: [], why: "pictures are of graphs, and know no code" },
  cache: { imports: ["facts", "syntax", "workspace"], why: "the cache is about facts in files" },
  "project-commands": { imports: ["tools"], why: "project-commands runs programs and reads what they print" },
  stats: {
    imports: ["cache/own-files.ts", "cache/replace-file.ts", "revisions/search-path.ts"],
    why: "stats counts answers that others have made, and knows no tools",
  },
  skills: { imports: [], why: "skills are texts of the package" },
  edits: { imports: ["workspace"], why: "edits are of texts and bytes, and know no languages" },
  revisions: { imports: [], why: "revisions has texts of files that git and diffs know, and knows no languages" },
  "code-index": {
    imports: ["edits/text-edits.ts", "facts", "syntax", "syntax/cpp"],
    why: "code-index resolves names, and knows no disk and no tools",
  },
  checks: { imports: ["code-index", "syntax"], why: "a check of parsed files knows no disk and no tools" },
  metrics: { imports: ["syntax"], why: "an analysis of one parsed file knows no disk and no tools" },
  interfaces: { imports: ["syntax"], why: "an analysis of one parsed file knows no disk and no tools" },
  facts: { imports: ["syntax"], why: "facts are what files say, and know no disk" },
  workspace: { imports: [], why: "workspace is about paths and bytes, and knows no languages" },
  syntax: {
    imports: ["syntax/cpp", "syntax/python", "syntax/typescript"],
    why: "syntax knows no tools, walks of folders or protocol; syntax/dialect.ts is the door to its dialects",
  },
  "syntax/cpp": { imports: ["syntax"], why: "a dialect is about the text of one language" },
  "syntax/python": { imports: ["syntax"], why: "a dialect is about the text of one language" },
  "syntax/typescript": { imports: [], why: "a dialect is about the text of one language" },
  base: { imports: [], why: "base imports no other folder" },
};

/** The parts and files of src that import a package, or modules in it. */
export const packages: Readonly<Record<string, readonly string[]>> = {
  "@bufbuild/protobuf": ["scip"],
  "@modelcontextprotocol/sdk": ["mcp"],
  "@resvg/resvg-wasm": ["pictures"],
  "@panzoom/panzoom": ["report/page"],
  "@viz-js/viz": ["pictures"],
  "cross-spawn": ["doctor"],
  diff: ["revisions"],
  "fast-glob": ["workspace"],
  "fastest-levenshtein": ["base"],
  minimatch: ["workspace"],
  "smol-toml": ["code-index", "doctor"],
  "string-width": ["cli"],
  "web-tree-sitter": ["syntax"],
  zod: [
    ...["answers", "app", "cache", "code-base", "code-index", "mcp", "project-commands", "scip", "shared", "syntax"],
    "tools",
  ],
};

/** The parts and files that import a module of Node which the others may not import. */
export const guardedModules: Readonly<Record<string, readonly string[]>> = {
  "node:child_process": ["app/relay-session.ts", "cli/pager.ts", "project-commands", "revisions", "stats"],
  // The modules that reach the file system, each with its reason before its import.
  "node:fs": [
    ...["base/edited-file.ts", "base/list-folder.ts", "base/package.ts", "base/real-path.ts", "base/regular-file.ts"],
    ...["base/replaced-file.ts", "base/run-delay.ts", "base/stats.ts", "cache/own-files.ts", "workspace/watch.ts"],
  ],
  // src/app uses the global, and passes what others know of the process on as a Host.
  "node:process": [],
  "node:vm": ["app"],
  "node:worker_threads": ["workers", "pictures", "worker.ts"],
};

/** Parts that import no modules of Node, with exceptions: they run in a browser, or are pure functions. */
export const partsWithoutNode: Readonly<Record<string, readonly string[]>> = {
  "report/page": [],
  tools: ["node:path/posix"],
};

type Part = {
  /** Parts that it imports, or files that are doors to them. */
  readonly imports: readonly string[];
  readonly why: string;
};

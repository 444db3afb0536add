/**
 * The help of the commands that are not tools, as data. Input: none; output: for each its purpose, words, examples and
 * synonyms.
 */
import type { CommandHelp } from "../tools/contract/described.ts";

/** The help of a command that is not a tool, or the short name of one. */
type CommandNote = CommandHelp & {
  /** Sentences about a command that is not a tool. */
  readonly about?: string;
};

/** Notes on the commands that are not tools, by name, in the order of the help. Tests run the examples. */
export const commandNotes: ReadonlyMap<string, CommandNote> = new Map<string, CommandNote>([
  [
    "check",
    {
      does: "check_file as text, of the working folder",
      group: "Check and measure",
      examples: [
        { line: "codegrove check", does: "all files below the working folder" },
        { line: "git ls-files '*.py' | codegrove check -", does: "the files that git knows" },
      ],
      words: "[PATH...]",
      synonyms: ["lint"],
    },
  ],
  [
    "report",
    {
      does: "write a page of HTML about a folder",
      group: "Check and measure",
      examples: [{ line: "codegrove report . -o report.html", does: "a page about the working folder" }],
      words: "DIR -o report.html",
      about:
        "Write one page of HTML about a folder: its outline, its dependencies, the functions that are the hardest to read, " +
        "what check_file finds, and a search over symbols and files. The page loads nothing. Findings do not count for " +
        "the exit status.",
    },
  ],
  [
    "index",
    {
      does: "index a folder ahead, in shards, or for other programs",
      group: "Check and measure",
      examples: [
        { line: "codegrove index .", does: "the index of the working folder, into the cache" },
        { line: "codegrove index . --shard 1/2 --cache-dir shard1", does: "a half of it, into a cache of its own" },
        { line: "codegrove index merge . shard1 shard2", does: "both halves, into the cache" },
        { line: "codegrove index . --export index.cga", does: "the index in one file, for other machines" },
        {
          line: "codegrove index . --import index.cga --accept-unsigned",
          does: "such a file, and only what differs is read",
        },
        { line: "codegrove index . -o index.scip", does: "an index of the working folder, as SCIP" },
      ],
      words: "DIR | merge DIR SHARD...",
      about:
        "Index a folder into the cache, so that a server answers about it at once. With --shard, one of several processes or " +
        "machines indexes its share; merge joins what they have found: each SHARD is the --cache-dir of one, or its --export. Machines " +
        "that share facts set the same CODEGROVE_CACHE_KEY. With --format or --output, write an index for programs that show code, such as " +
        "Sourcegraph: the definition of each name and the symbol it refers to, with documentation, signatures and base classes. What " +
        "only may be meant is left out, and counted on stderr.",
    },
  ],
  [
    "serve",
    {
      does: "serve MCP on stdin and stdout, or over HTTP",
      group: "Serve and set up",
      examples: [
        { line: "codegrove serve --root . --format brief", does: "what clients of MCP start" },
        { line: "codegrove serve --http --root .", does: "a server for many clients" },
      ],
      words: "",
      about:
        "Serve MCP on stdin and stdout, one JSON-RPC message a line, until stdin ends; or over HTTP. It is what codegrove does " +
        "without a command.",
      synonyms: ["mcp", "server", "start", "stdio"],
    },
  ],
  [
    "init",
    {
      does: "make a project known to its agents",
      group: "Serve and set up",
      examples: [
        { line: "codegrove init --yes", does: "write the files of Claude Code" },
        { line: "codegrove init --client claude,codex,vscode --yes", does: "write the files of several clients" },
        { line: "codegrove init --check", does: "tell in CI whether they are there" },
      ],
      words: "",
      about:
        "Add the server to the file of a client, and four lines on when to use it to CLAUDE.md, .claude/CLAUDE.md and AGENTS.md, " +
        "whichever is there, or else to a new AGENTS.md, which a new CLAUDE.md imports for Claude Code, in the working folder. The change is shown first, as a diff, and written once " +
        "it is agreed to: by y on a terminal, or with --yes. Lines that are there already are not written again.",
      synonyms: ["install", "setup"],
    },
  ],
  [
    "doctor",
    {
      does: "test the connections of clients, for a bug report",
      group: "Serve and set up",
      examples: [
        { line: "codegrove doctor", does: "what clients have, and the surroundings" },
        { line: "codegrove doctor -- codegrove serve --root .", does: "the test of one command" },
      ],
      words: "[-- COMMAND ARGS... | -- URL]",
      about:
        "Start each entry that clients have for codegrove, as they do: initialize, list the tools, and call one. Then show versions, the " +
        "cache, grammars, git and limits, and what mends a problem. After --, test another command or address instead. A command " +
        "from a file of the project is only started if it is codegrove with flags that stay in the project. No secret is printed.",
      synonyms: ["diagnose", "status", "test", "ping"],
    },
  ],
  [
    "hook",
    {
      does: "answer an event of a client, for init --hooks",
      group: "Serve and set up",
      examples: [
        {
          line: 'echo \'{"hook_event_name":"SessionStart"}\' | codegrove hook session',
          does: "what an agent is reminded of",
        },
      ],
      words: "session | search | edit",
      about:
        "Read an event of a client as JSON from stdin, and answer with a sentence for its agent, or with nothing: session reminds of the " +
        "tools, search says that a name that is searched for is a known symbol, and edit checks a file after an edit. Clients run it: " +
        "codegrove init --hooks writes it into their settings. It always exits with 0.",
    },
  ],
  [
    "cache",
    {
      does: "show or clear the cached results of scans",
      group: "Serve and set up",
      examples: [
        { line: "codegrove cache", does: "the folder of the cache and its bytes" },
        { line: "codegrove cache clear", does: "remove all of it" },
      ],
      words: "[show | clear]",
      about:
        "Show the folder of the cache, its bytes and its code bases as JSON, or clear it. It holds the results of " +
        "scans for each file.",
    },
  ],
  [
    "stats",
    {
      does: "show what answers cost, next to a search by rg",
      group: "Serve and set up",
      examples: [
        { line: "codegrove stats", does: "the last session, and all" },
        { line: "codegrove stats clear", does: "remove all counts" },
      ],
      words: "[show | clear]",
      about:
        "Show the calls and the characters of answers of each tool in sessions of a server that ran with CODEGROVE_STATS=true. Calls about the " +
        "uses of a name have next to them the characters that rg prints for the lines with this name. Counts stay in the " +
        "cache folder of the user, and have no names, paths or code.",
      synonyms: ["cost", "tokens", "savings", "usage"],
    },
  ],
  [
    "completion",
    {
      does: "print a script that completes words in a shell",
      group: "Serve and set up",
      examples: [
        { line: "source <(codegrove completion bash)", does: "in ~/.bashrc" },
        { line: "source <(codegrove completion zsh)", does: "in ~/.zshrc, below compinit" },
        { line: "codegrove completion fish | source", does: "in ~/.config/fish/config.fish" },
      ],
      words: "bash | zsh | fish",
      about:
        "Print a script that completes commands, flags, their values and paths. It starts nothing while it completes.",
    },
  ],
  [
    "help",
    {
      does: "the flags and examples of a command",
      group: "More",
      examples: [{ line: "codegrove help check_file", does: "as check_file --help" }],
      words: "[COMMAND]",
      about: "Print the help of a command, or of the program.",
    },
  ],
  [
    "version",
    {
      does: "print the version",
      group: "More",
      examples: [{ line: "codegrove version", does: "as --version" }],
      words: "",
      about: "Print the version.",
    },
  ],
]);

/** A command line that shows what a command is for, as a person writes it in a shell. */
export type Example = { readonly line: string; readonly does: string };

/** The help of a command next to its schema. */
export type CommandNote = {
  /** One line of the list of commands. */
  readonly does: string;
  readonly group: CommandGroup;
  readonly examples: readonly Example[];
  /** The words that it takes, where these are not the usual ones of its kind of tool. */
  readonly words?: string;
  /** Sentences about a command that is not a tool. */
  readonly about?: string;
};

/** The groups of commands, in the order of the help. */
export const commandGroups = ["Read files", "Find code", "Check and measure", "Serve and set up", "More"] as const;

export type CommandGroup = (typeof commandGroups)[number];

/** Notes on the commands, by name, in the order of the help. Tests run the examples. */
export const commandNotes: ReadonlyMap<string, CommandNote> = new Map<string, CommandNote>([
  [
    "list_symbols",
    {
      does: "the outline of files: types, functions, members",
      group: "Read files",
      examples: [
        { line: "codegrove list_symbols src/shapes.h", does: "the outline of a file" },
        {
          line: "codegrove list_symbols src --kinds class,method --access public",
          does: "the public methods below src",
        },
        { line: "codegrove list_symbols --name '*Circle*'", does: "a search by name in the working folder" },
      ],
      words: "[PATH...]",
    },
  ],
  [
    "find_classes",
    {
      does: "classes and where they are",
      group: "Read files",
      examples: [
        { line: "codegrove find_classes src --file-patterns '*.h'", does: "the classes of the headers below src" },
      ],
    },
  ],
  [
    "find_functions",
    {
      does: "functions and where they are",
      group: "Read files",
      examples: [
        { line: "codegrove find_functions src app.py", does: "the functions of a folder and of a file" },
        { line: "git ls-files '*.py' | codegrove find_functions -", does: "the functions of the files in git" },
      ],
    },
  ],
  [
    "parse_file",
    {
      does: "counts of classes, functions and includes",
      group: "Read files",
      examples: [{ line: "codegrove parse_file src --format jsonl", does: "a line of JSON for each file" }],
    },
  ],
  [
    "extract_interface",
    {
      does: "headers, stubs or documents without bodies",
      group: "Read files",
      examples: [
        { line: "codegrove extract_interface src/shapes.h", does: "the declarations of a header" },
        { line: "codegrove extract_interface app.py --output-format markdown", does: "a document about a module" },
      ],
    },
  ],
  [
    "get_syntax_tree",
    {
      does: "the syntax tree of a file or of lines",
      group: "Read files",
      examples: [
        { line: "codegrove get_syntax_tree app.py --start-line 1 --end-line 3", does: "the tree of three lines" },
      ],
    },
  ],
  [
    "execute_query",
    {
      does: "run a query of tree-sitter",
      group: "Read files",
      examples: [
        {
          line: "codegrove execute_query app.py --query '(class_definition name: (_) @name)'",
          does: "names of classes",
        },
      ],
    },
  ],
  [
    "find_definition",
    {
      does: "where a symbol is defined",
      group: "Find code",
      examples: [
        { line: "codegrove find_definition Shape::area", does: "by name, in the working folder" },
        { line: "codegrove find_definition src/main.cpp --line 5 --column 21", does: "of the name at a place" },
      ],
    },
  ],
  [
    "find_references",
    {
      does: "where a symbol is used",
      group: "Find code",
      examples: [
        { line: "codegrove find_references Shape src", does: "all uses below src" },
        { line: "codegrove find_references Circle::area --reference-types call", does: "only the calls" },
      ],
    },
  ],
  [
    "get_symbol_info",
    {
      does: "signature, type and documentation of a symbol",
      group: "Find code",
      examples: [{ line: "codegrove get_symbol_info Shape::area", does: "what hovering shows in an editor" }],
    },
  ],
  [
    "get_symbol_context",
    {
      does: "a symbol with callers, callees and types",
      group: "Find code",
      examples: [{ line: "codegrove get_symbol_context Circle src", does: "all that a change of Circle is about" }],
    },
  ],
  [
    "get_class_hierarchy",
    {
      does: "bases and derived classes, as a tree",
      group: "Find code",
      examples: [
        { line: "codegrove get_class_hierarchy Shape", does: "what derives from Shape" },
        {
          line: "codegrove get_class_hierarchy Circle --direction up --output-format mermaid",
          does: "a picture of bases",
        },
      ],
    },
  ],
  [
    "get_dependency_graph",
    {
      does: "which files include which; who calls whom",
      group: "Find code",
      examples: [
        { line: "codegrove get_dependency_graph src", does: "the files below src, as a tree" },
        { line: "codegrove get_dependency_graph --symbol main --direction callees", does: "what main calls" },
        { line: "codegrove get_dependency_graph src --output-format dot -o graph.dot", does: "a graph for Graphviz" },
      ],
    },
  ],
  [
    "get_completions",
    {
      does: "names that fit at a place, as in an editor",
      group: "Find code",
      examples: [{ line: "codegrove get_completions src/main.cpp --line 5 --column 21", does: "members of an object" }],
      words: "PATH --line N",
    },
  ],
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
    },
  ],
  [
    "check_file",
    {
      does: "syntax errors, undefined names, lint rules",
      group: "Check and measure",
      examples: [
        { line: "codegrove check_file src --checks syntax,lint", does: "all checks but that of names" },
        { line: "codegrove check_file src --format sarif -o report.sarif", does: "a report for code scanning" },
      ],
    },
  ],
  [
    "get_file_summary",
    {
      does: "lines, complexity, markers such as TODO",
      group: "Check and measure",
      examples: [
        { line: "codegrove get_file_summary src", does: "measures of files, and the worst functions" },
        {
          line: "codegrove get_file_summary src/main.cpp --include functions,markers",
          does: "each function of a file",
        },
      ],
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
        { line: "codegrove index . -o index.scip", does: "an index of the working folder, as SCIP" },
      ],
      words: "DIR | merge DIR SHARD...",
      about:
        "Index a folder into the cache, so that a server answers about it at once. With --shard, one of several processes or " +
        "machines indexes its share; merge joins what they have found: each SHARD is the --cache-dir of one. Machines that share " +
        "facts set the same CODEGROVE_CACHE_KEY. With --format or --output, write an index for programs that show code, such as " +
        "Sourcegraph: the definition of each name and the symbol it refers to, with documentation, signatures and base classes. What " +
        "only may be meant is left out, and counted on stderr.",
    },
  ],
  [
    "run_project_command",
    {
      does: "run the project's build or tests",
      group: "Check and measure",
      examples: [
        { line: "codegrove run_project_command --allow-commands", does: "the commands that codegrove.json lists" },
        { line: "codegrove run_project_command test --allow-commands", does: "run one of them" },
      ],
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
        "Add the server to the file of a client, and four lines on when to use it to CLAUDE.md and AGENTS.md, whichever is " +
        "there, or else to a new AGENTS.md, in the working folder. The change is shown first, as a diff, and written once " +
        "it is agreed to: by y on a terminal, or with --yes. Lines that are there already are not written again.",
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
    "get_syntax_reference",
    {
      does: "kinds of nodes of a grammar, for queries",
      group: "More",
      examples: [
        {
          line: "codegrove get_syntax_reference python --node class_definition",
          does: "a kind of node, with an example",
        },
      ],
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

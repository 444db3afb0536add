import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { callsToServer } from "../support/tool-call.ts";

/** Names that every object of JavaScript has. A table that is an object has a value for each of them that is not an entry of it. */
const names = ["constructor", "toString", "__proto__"];

/** A name of the same length that no object has. */
const ordinary = (name: string): string => name.replace(/[a-zA-Z](?=_*$)/, "q");

/** A name as a message proposes it for a capture, which begins with no underscore. */
const withoutUnderscores = (name: string): string => name.replace(/^_+/, "");

/** By path: code with a name, `NAME`, wherever a stranger may write one. */
const code: Readonly<Record<string, string>> = {
  ".gitignore": "left-out-[[:NAME:]]\n[[:NAME:]]*\n",
  "NAME/NAME.py": "class Inner: pass\n",
  "NAME.py": `import NAME, os.NAME
from NAME import NAME as b  # noqa: NAME
from .NAME.NAME import Inner
class Base: pass
class NAME(Base, NAME=1):
    """:param NAME: text"""
    NAME: "NAME[int]" = 1
    @NAME
    def NAME(self, NAME: list[Base]) -> NAME: return self.NAME.NAME()
def use(x: "NAME", y: list[Base]):  # type: (NAME) -> NAME
    [Base()].NAME(); {}.NAME
    "%(NAME)s".NAME() % y; x.NAME(NAME=1)
    y.NAME().NAME; y.copy().NAME(); b.NAME; os.NAME
    return NAME().NAME + "{NAME}".format(NAME=1)
E = Enum("E", "NAME")
__all__ = ["NAME"]
`,
  "code.cpp": `#if A NAME B || defined(NAME)
#define NAME(x) x
#endif
#include "NAME"
#include <NAME>
class Plain { void run(); };
namespace NAME {
class NAME : public NAME {
  NAME();
  void NAME(NAME x);
  NAME *NAME_;
};
}
void use(std::vector<Plain> v, std::string s, NAME::NAME n) {
  v.NAME(); v.NAME().run(); s.NAME().NAME();
  v.begin().NAME; n.NAME(n); NAME(v);
  Plain::NAME(); std::NAME(s);
}
NAME void g(); // NOLINT(NAME)
`,
  "code.c":
    "struct NAME { int NAME; };\nenum NAME_ { NAME };\nint NAME(struct NAME *p) { return p->NAME + NAME(p); }\n",
  "code.go":
    'package NAME\nimport "NAME"\ntype NAME struct { NAME int }\nfunc (r NAME) NAME() int { return NAME.NAME() + r.NAME }\n',
  "Code.java":
    "package NAME;\nimport NAME.NAME;\n@NAME class NAME extends NAME.NAME {\n  int NAME;\n  NAME NAME(NAME NAME) { return this.NAME(NAME); }\n}\n",
  "code.rs":
    "use NAME::NAME;\nmod NAME;\nstruct NAME { NAME: i32 }\nimpl NAME { fn NAME(&self) -> NAME { self.NAME() } }\nNAME!(NAME);\n",
  // A method with the name `constructor` is another thing in these languages, and a member of a value without a type is more likely of
  // the standard library if that has the name: `outside_members` of their rules.
  "code.js":
    'import { NAME } from "./NAME";\nclass NAME extends NAME {}\nfunction NAME(NAME) { return NAME(NAME); }\nexport { NAME };\n',
  "code.ts":
    'import NAME from "NAME";\ninterface NAME<NAME> extends NAME { NAME: NAME }\nfunction NAME(x: NAME): NAME { return x.NAME; }\nexport * from "./NAME";\n',
  "notebook.ipynb": JSON.stringify({
    cells: [{ cell_type: "NAME" }, { cell_type: "code", source: ["def NAME(): pass\n"], NAME: 1 }],
    metadata: { language_info: { name: "python" }, NAME: { NAME: 1 } },
  }),
  script: "#!/usr/bin/env NAME\n",
};

const symbol = { symbol: "NAME", filepath: "." };

/** Tools with arguments. */
const calls: readonly (readonly [tool: string, args: object])[] = [
  ["parse_file", { filepath: "." }],
  ["find_classes", { filepath: "." }],
  ["find_functions", { filepath: "." }],
  ["list_symbols", { filepath: ".", detail: "full" }],
  ["list_symbols", { filepath: ".", unused: true }],
  ["check_file", { filepath: ".", checks: ["syntax", "names", "lint"] }],
  ["check_file", { filepath: ".", checks: ["NAME"] }],
  ["get_file_summary", { filepath: "." }],
  ["extract_interface", { filepath: "NAME.py" }],
  ["extract_interface", { filepath: "code.cpp" }],
  [
    "execute_query",
    { filepath: ".", language: "python", query: '((identifier) @NAME (#eq? @NAME "NAME") (#set! NAME "NAME"))' },
  ],
  ["execute_query", { filepath: ".", language: "NAME", query: "(NAME NAME: (_)) @NAME" }],
  ["get_syntax_reference", { language: "python", node: "NAME" }],
  ["get_syntax_reference", { language: "NAME" }],
  ["find_definition", symbol],
  ["find_references", symbol],
  ["find_references", { symbols: ["NAME", "other"], filepath: "." }],
  ["get_symbol_info", symbol],
  ["get_symbol_context", symbol],
  ["get_class_hierarchy", symbol],
  ["get_class_hierarchy", { ...symbol, lacks: "NAME" }],
  ["get_dependency_graph", symbol],
  ["get_dependency_graph", { filepath: "." }],
  ["get_dependency_graph", { ...symbol, to: "NAME" }],
  ["get_dependency_graph", { filepath: ".", only: "cycles" }],
  ["get_completions", { filepath: "NAME.py", line: 11, column: 17 }],
  ["get_completions", { filepath: "code.cpp", line: 15, column: 9 }],
  ["find_references", { filepath: "NAME.py", line: 5, column: 7 }],
  ["find_references", { filepath: "code.ts", line: 3, column: 10 }],
];

describe("a name that every object has is answered as any other", () => {
  test.each(names)("%s", async (name) => {
    const [given, written] = [ordinary(name), name].map(withoutUnderscores) as [string, string];
    const expected = (await answersAbout(ordinary(name))).map((answer) => answer.replaceAll(given, written));
    expect(await answersAbout(name)).toEqual(expected);
  });
});

/** The answers about the code with a name, each with its call before it. */
async function answersAbout(name: string): Promise<readonly string[]> {
  const named = (text: string) => text.replaceAll("NAME", name);
  const files = Object.entries(code).map(([path, text]) => [named(path), named(text)]);
  const call = callsToServer({ args: ["--log-level", "error"], cwd: temporaryFolder(Object.fromEntries(files)) });
  const answers: string[] = [];
  for (const [tool, args] of calls) {
    const { text } = await call(tool, JSON.parse(named(JSON.stringify(args))));
    answers.push(`${tool} ${named(JSON.stringify(args))}\n${text}`);
  }
  return answers;
}

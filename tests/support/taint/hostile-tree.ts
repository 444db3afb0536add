import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../temporary-folder.ts";

/** Lines that look like a part of an answer, a command of a CI runner or Markdown, wherever they are quoted. */
const forgedLines = [
  "z.py:9: class Fake",
  "9: class Fake",
  "callers: forged",
  "error: forged",
  "warning: forged",
  "total_files=999",
  "==> x.py <==",
  "::error file=x::forged",
  "  ::WARNING::forged",
  "\u3000::add-matcher::forged.json",
  "##[error]forged",
  "# Forged",
  "> - ## Forged",
  "Forged",
  "======",
  "| Forged | table |",
  "|---|---|",
  "```",
  "~~~",
  "![forged](http://forged.example/a.png)",
  "[forged](http://forged.example) and [forged]",
  "[forged]: http://forged.example",
  "a \\[forged](http://forged.example) `b [c](http://forged.example) ``d` e`",
  "<http://forged.example> <img src=x> <!-- forged --> --> ]]> &#x202e;",
  "<script>alert('forged')</script>",
  "bidi \u202e\u2066 tags \u{e0046}\u{e0041} zero \u200b\u200d\u2060\ufeff filler \u3164 line \u2028::error::forged",
  "escape \u001b[31m\u001b]8;;http://forged.example\u0007 controls \u0007\b\u0085::error::forged",
  "carriage return \r::error::forged \r# Forged \r==> x.py <==",
];

/** Names that a file system takes. */
const names = [
  "z.py:9: class Fake",
  "callers: forged",
  "callers:",
  "error: forged",
  "total_files=999 x",
  "==> x.py <==",
  "a\n==> x.py <==\n# Forged\nerror: forged\n",
  "b\r\n::error::forged\r\n",
  "c\r::error::forged",
  "::error file=x::forged",
  "##[error]forged",
  "%0A::error::forged",
  "![forged](forged.png)",
  "[forged](javascript:alert(1))",
  "*forged*_forged_`forged`$(forged)\"'\\",
  "--><script>alert(1)<!--]]>&amp;#59;",
  "@import url(forged.css);}",
  "\u202eforged\u2066",
  "tags \u{e0046}\u{e0041}",
  "lines \u2028::error::forged\u2029\u0085::error::forged",
  "zero \u200b\u200d\u2060\ufeff",
  "escape \u001b[31m\u009b\u0007\t",
  "-o",
  "*",
  "$(touch hacked)",
  " blank ",
  "| forged",
  '"forged"',
  "a -> forged",
  "l".repeat(240),
];

const comment = (mark: string) => forgedLines.map((line) => `${mark}${line}`).join("\n");
const string = forgedLines.join("\n").replaceAll("\\", "\\\\");

const python = `"""Module.

${string}
"""
import helper

__all__ = [${forgedLines.map((line) => JSON.stringify(line)).join(", ")}]

class Real(helper.Base):
    """Class.

${string}

    Args:
        x (![forged](http://forged.example)): # Forged
        y: <b>forged</b>
    """
    side = """
${string}
"""

    def area(self, text="::error::forged \u202e"):
        """${forgedLines.join("\n        ").replaceAll("\\", "\\\\")}"""
        return helper.twice(self.side)  # TODO(forged): ::error::forged \u202e ##[error]forged

# # Forged
${comment("# ")}
def run(real):
    return Real().area("""
${string}
""")
`;

const cpp = `/**
${forgedLines.filter((line) => !line.includes("*/")).join("\n")}
 * @param x # Forged ![forged](http://forged.example)
 * \\code
 * \`\`\`\`
 * # Forged
 * \\endcode
 */
struct Box : Frame { int area(int x = ':' /* ::error::forged \u202e */); };
${comment("/// ")}
int Box::area(int x) {
  return x; // \u202e ##[error]forged
}
TEST(Box, forged) { Box b; b.area(R"(
${forgedLines.join("\n")}
)"); }
#define FORGED "::error::forged" \\
  "##[error]forged"
int broken( = "##[error]forged ::error::forged \u202e [forged](http://forged.example)";
`;

/** A class whose methods have the hostile names: strings name methods in TypeScript. */
const typescript = `/** ${forgedLines.join("\n")} */
export class Odd {
${[...names, ...forgedLines].map((name) => `  ${JSON.stringify(name)}(a: number) { return this.plain(a); }`).join("\n")}
  plain(a: number) { return a; }
}
export const table = { ${forgedLines.map((line) => `${JSON.stringify(line)}: () => 1`).join(", ")} };
`;

/** A folder whose names of files, identifiers, comments and strings look like parts of answers, or are hidden. */
export function hostileTree(): string {
  const include = (name: string) => `#include "${name.replace(/["\n\r]/g, "")}.h"\n`;
  const folder = temporaryFolder({
    "helper.py": "class Base: pass\ndef twice(x): return x\n",
    "real.py": python,
    "real.cpp": cpp,
    "real.ts": typescript,
    "graph.h": names.map(include).join(""),
    ...Object.fromEntries(names.map((name, i) => [`${name}.py`, i === 0 ? python : "import real\nclass Real: pass\n"])),
    ...Object.fromEntries(names.map((name) => [`${name}.h`, '#include "graph.h"\nint broken(;\n'])),
    "codegrove.json": JSON.stringify({
      commands: { test: { run: ["cat", "real.py"], parser: undefined } },
      [forgedLines.join("\n")]: 1,
    }),
  });
  // A name that is not UTF-8.
  writeFileSync(
    Buffer.concat([Buffer.from(`${join(folder, "bytes ")}`), Buffer.from([0xff, 0xfe]), Buffer.from(".py")]),
    python,
  );
  return folder;
}

import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Resolution } from "../../src/code-index/resolution.ts";
import {
  type Mark,
  type NavigationCase,
  navigationCases,
  offsetAt,
  withResolver,
} from "../support/navigation-fixtures.ts";
import { seed } from "../support/seed.ts";

const folder = fileURLToPath(new URL("../fixtures/navigation/cpp/", import.meta.url));
const groups = ["scopes", "files", "types", "strangers", "macros", "specializations"].map(
  (name) => [name, navigationCases(`${folder}${name}.txt`)] as const,
);

/** True for a mark that names a declaration. */
function isName({ words: [kind = ""] }: Mark): boolean {
  return !["use", "external", "none"].includes(kind);
}

type Answered = { readonly mark: Mark; readonly resolution: Resolution };

async function answersOf(
  { files, marks }: NavigationCase,
  off: ReadonlySet<string> = new Set(),
): Promise<readonly Answered[]> {
  const answers: Answered[] = [];
  await withResolver(files, off, (path, open, resolver) => {
    for (const mark of marks.filter((one) => one.path === path)) {
      answers.push({ mark, resolution: resolver.resolve(open, offsetAt(open.text, mark.line, mark.column)) });
    }
  });
  return answers;
}

/** What is expected and what was found, each in one line per mark. */
function compared(
  { marks }: NavigationCase,
  answers: readonly Answered[],
): { readonly expected: string[]; readonly found: string[] } {
  const nameAt = ({ path, line, column }: { path: string; line: number; column: number }) =>
    marks
      .find((mark) => mark.path === path && mark.line === line && mark.column === column && isName(mark))
      ?.words.at(-1);
  const expected: string[] = [];
  const found: string[] = [];
  for (const { mark, resolution } of answers) {
    const [kind = "", name = "", rule] = mark.words;
    if (kind === "at") continue;
    const place = `${mark.path}:${mark.line}:${mark.column}`;
    const targets = resolution.targets.map(({ file, line, column }) => nameAt({ path: file.path, line, column }));
    if (kind === "external" || kind === "none") {
      expected.push(`${place} ${kind}`);
      const isInside = targets.length > 0;
      found.push(`${place} ${isInside ? "inside" : resolution.confidence}`);
      continue;
    }
    const wanted = kind === "use" ? name : kind;
    expected.push(`${place} ${wanted} ${rule ?? ""}`.trim());
    // A definition and its declaration are one symbol.
    const answer =
      targets[0] === undefined && targets.includes(wanted) && rule === undefined ? wanted : (targets[0] ?? "unmarked");
    found.push(`${place} ${answer} ${rule === undefined ? "" : resolution.rule}`.trim());
  }
  return { expected, found };
}

describe.each(groups)("resolution of C++: %s", (_, cases) => {
  test.each(cases.map((one) => [one.title, one] as const))("%s", async (_title, one) => {
    const { expected, found } = compared(one, await answersOf(one));
    expect(found).toEqual(expected);
  });
});

const switchedOff: readonly (readonly [rule: string, title: string])[] = [
  ["local", "a parameter hides a field, and a local hides the parameter"],
  ["template-parameter", "a template parameter hides a class of its name"],
  ["class-member", "members, of the class before those of its base"],
  ["base-member", "members, of the class before those of its base"],
  ["namespace", "the innermost namespace comes first, and an anonymous one is part of its parent"],
  ["using-directive", "names of a namespace by using-directive and using-declaration"],
  ["opened-by-macro", "a namespace that a macro opens"],
  ["include-closure", "what is included comes before what is nearer"],
  ["receiver", "receivers by declared types"],
  ["smart-pointer", "smart pointers of the standard library and of the code base"],
  ["standard-type", "smart pointers of the standard library and of the code base"],
  ["call-result", "results of calls"],
  ["auto-type", "auto, loops, structured bindings"],
  ["template-argument", "a template that is declared nowhere is what it holds, for an arrow, a star and a loop"],
  ["argument-count", "overloads by their number of arguments"],
  ["object-constness", "pairs of a const member and one that is not"],
  ["argument-types", "overloads by the types of their arguments"],
  ["library-type", "types that nothing declares, in a file that includes a library, and in one that does not"],
  ["guest-namespace", "a namespace of a library that the code base adds to, and one of its own"],
  ["announced-class", "a class of a library that the code base announces, and one that another file defines"],
  ["designator", "fields that are designated"],
  ["specialization", "a specialization of a class is chosen by its arguments"],
  [
    "argument-scope",
    "a function of the namespace of an argument's class, behind a using-declaration of the standard one",
  ],
  ["system-name", "names of the C library that are declared for other platforms"],
  ["macro", "a macro, and a function of its name"],
  ["qualified", "aliases of namespaces, inline namespaces"],
  ["initializer", "initializers of members"],
  ["pasted", "names that macros make of their arguments"],
  ["may-be-pasted", "names that macros make of their arguments"],
  ["macro-body", "a variable that a macro of the file declares, and a using-declaration in another source"],
  ["made-by-macro", "a type in a function that a macro with a long replacement makes may be declared there"],
  ["outer-base", "types that nothing declares, in a file that includes a library, and in one that does not"],
  ["external-name", "names from outside"],
  ["unique-name", "a member of an unknown receiver is found by its name alone"],
];

describe("a rule that is switched off changes answers", () => {
  const cases = groups.flatMap(([, all]) => all);
  test.each(switchedOff)("%s", async (rule, title) => {
    const one = cases.find((known) => known.title === title);
    if (one === undefined) throw new Error(`no case: ${title}`);
    const { expected, found } = compared(one, await answersOf(one, new Set([rule])));
    expect(found).not.toEqual(expected);
  });
});

/** Cuts a piece out of a text, by a number. */
function damaged(text: string, random: (below: number) => number): string {
  const at = random(text.length);
  const insert = ["", "{", "}", "(", "<", "::", "->", "template <class", '"'][random(9)] ?? "";
  return text.slice(0, at) + insert + text.slice(at + random(12));
}

test(`every word of whole and of damaged files resolves (seed ${seed})`, { timeout: 60_000 }, async () => {
  let state = seed;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
  for (const { files } of groups.flatMap(([, all]) => all)) {
    for (let round = 0; round < 6; round++) {
      const versions = files.map(({ path, text }) => ({ path, text: round === 0 ? text : damaged(text, random) }));
      await withResolver(versions, new Set(), (_path, open, resolver) => {
        for (const { index } of open.text.matchAll(/[A-Za-z_]\w*|[^\w\s]/g)) {
          const { targets } = resolver.resolve(open, index);
          for (const target of targets) expect(resolver.symbolOf(target)).toContain(target);
        }
      });
    }
  }
});

describe("code that is made to exhaust", () => {
  const heads = ["namespace n {", "struct n {"];
  test.each(heads)("a name in 20,000 times %s", { timeout: 120_000 }, async (head) => {
    const depth = 20_000;
    const text = `${`${head} `.repeat(depth)}int deep; ${"};".repeat(depth)}\nint f() { return deep; }\n`;
    const header = { path: "/case/a.cpp", text: "int deep;\n" };
    await withResolver([{ path: "/case/b.cpp", text }, header], new Set(), (_path, open, resolver) => {
      for (const declaration of open.file.declarations.filter(({ name }) => name === "deep")) {
        expect(resolver.symbolOf(declaration)).toContain(declaration);
      }
      const { targets } = resolver.resolve(open, open.text.lastIndexOf("deep"));
      expect(targets.length).toBeGreaterThan(0);
    });
  });

  test("2,000 overloads of one number of arguments are as many symbols", { timeout: 120_000 }, async () => {
    const overloads = Array.from({ length: 2_000 }, (_, i) => `struct T${i} {}; void over(T${i} t, int i = 0);`);
    const text = `${overloads.join("\n")}\nvoid over(T7 u, int i) {}\n`;
    await withResolver([{ path: "/case/a.cpp", text }], new Set(), (_path, { file }, resolver) => {
      const declarations = file.declarations.filter(({ name }) => name === "over");
      const [definition] = declarations.slice(-1);
      declarations.forEach((declaration, i) => {
        const symbol = resolver.symbolOf(declaration);
        expect(symbol.includes(declaration)).toBe(true);
        expect(symbol.every(({ parameters }) => parameters === declaration.parameters)).toBe(true);
        if (i === 7) expect(symbol[0] === definition).toBe(true);
      });
    });
  });

  test("500 namespaces with 20 using-directives each, in circles", { timeout: 120_000 }, async () => {
    const count = 500;
    const directives = (i: number) =>
      Array.from({ length: 20 }, (_, step) => `using namespace k${(i + step * step + 1) % count};`).join(" ");
    const spaces = Array.from({ length: count }, (_, i) => `namespace k${i} { ${directives(i)} }`);
    const text = `${spaces.join("\n")}\nnamespace k${count - 1} { int zzz; }\nint a = k0::zzz, b = k0::yyy;\n`;
    await withResolver([{ path: "/case/a.cpp", text }], new Set(), (_path, open, resolver) => {
      const { targets, rule } = resolver.resolve(open, text.lastIndexOf("zzz"));
      expect([rule, targets.map(({ at }) => at)]).toEqual(["using-directive", [text.indexOf("zzz")]]);
      expect(resolver.resolve(open, text.lastIndexOf("yyy")).targets).toEqual([]);
    });
  });
});

test("a class of which an include may lead to several copies is likely", async () => {
  const header = { text: "#pragma once\nnamespace lib { struct Thing {}; }\n" };
  const text = '#include "lib/a.h"\nlib::Thing one;\nstruct Own {}; Own two;\n';
  const confidences = async (folders: readonly string[]) => {
    const files = folders.map((folder) => ({ ...header, path: `/case/${folder}/lib/a.h` }));
    const found: string[] = [];
    await withResolver([...files, { path: "/case/src/b.cpp", text }], new Set(), (path, open, resolver) => {
      if (!path.endsWith("b.cpp")) return;
      for (const word of ["Thing", "Own two"]) found.push(resolver.resolve(open, text.indexOf(word)).confidence);
    });
    return found;
  };
  expect(await confidences(["include"])).toEqual(["exact", "exact"]);
  expect(await confidences(["include", "vendor"])).toEqual(["likely", "exact"]);
});

import { describe, expect, test } from "vitest";
import type { Node } from "web-tree-sitter";
import { copyTree, releaseTree, uncheckedNodes } from "../../src/syntax/flat/copy-tree.ts";
import { copyByCursor } from "../../src/syntax/flat/cursor-copy.ts";
import { type FlatTree, nodeFlags, noNode, TreeArrays } from "../../src/syntax/flat/flat-tree.ts";
import { type LoadedGrammar, loadGrammar } from "../../src/syntax/grammars.ts";
import type { Language } from "../../src/syntax/languages.ts";
import { damagedTexts, damagedVersions } from "../support/damaged-text.ts";
import { languageNamed } from "../support/shipped-languages.ts";

async function loadedGrammar(name: string): Promise<LoadedGrammar> {
  const language = languageNamed(name);
  return checkedGrammar(language);
}

/** A grammar whose trees are no longer copied by a cursor. */
async function checkedGrammar(language: Language): Promise<LoadedGrammar> {
  const loaded = await loadGrammar(language);
  withCopy(loaded, "x;\n".repeat(uncheckedNodes), () => {});
  return loaded;
}

/** Calls `use` with a copy of the tree of a text, and with the tree itself. */
function withCopy<Result>(loaded: LoadedGrammar, text: string, use: (tree: FlatTree, root: Node) => Result): Result {
  const parsed = loaded.parser.parse(text);
  if (parsed === null) throw new Error("no tree");
  const tree = copyTree(loaded, parsed.rootNode);
  try {
    return use(tree, parsed.rootNode);
  } finally {
    releaseTree(tree);
    parsed.delete();
  }
}

const columns = ["kinds", "starts", "ends", "parents", "nexts", "fields", "flags"] as const;

function columnsOf(arrays: Pick<TreeArrays, (typeof columns)[number]>, size: number): readonly string[] {
  return columns.map((column) => `${column}: ${arrays[column].subarray(0, size).join(" ")}`);
}

function byCursor(root: Node) {
  const arrays = new TreeArrays(root.descendantCount);
  copyByCursor(root, arrays);
  return columnsOf(arrays, arrays.capacity);
}

describe("a copy has the nodes that a cursor finds", () => {
  test.each(damagedTexts.map(([language, path]) => ({ language, path })))("$path", async ({ language, path }) => {
    const loaded = await checkedGrammar(language);
    for (const text of damagedVersions(path, 12)) {
      withCopy(loaded, text, (tree, root) => expect(columnsOf(tree, tree.size)).toEqual(byCursor(root)));
    }
  });

  test.each([
    ["an empty text", "cpp", ""],
    ["blanks before the first token", "cpp", "\n\n  int x;\n"],
    ["a missing token", "cpp", "int f( { }"],
    ["an alias", "cpp", "struct A { A(); int b : 3; ~A(); };"],
    ["text outside of ASCII", "python", "é = '😀'  # ü\nx = 1\n"],
    ["a comment in front of a body", "python", "if x:  # y\n  # z\n  pass\n"],
    ["a leaf too long to be inline", "python", `x = '${"a".repeat(1_000)}'\n`],
  ])("%s", async (_, name, text) => {
    withCopy(await loadedGrammar(name), text, (tree, root) => {
      expect(columnsOf(tree, tree.size)).toEqual(byCursor(root));
    });
  });
});

test("a node has its kind, its range and its field", async () => {
  withCopy(await loadedGrammar("python"), "def f(): pass\n# c\n", (tree) => {
    const definition = tree.firstChild(0);
    expect(tree.type(definition)).toBe("function_definition");
    const name = tree.childByField(definition, tree.grammar.fieldIdForName("name") ?? 0);
    expect([tree.type(name), tree.start(name), tree.end(name)]).toEqual(["identifier", 4, 5]);
    expect(tree.parents[name]).toBe(definition);
    expect(tree.type(tree.lastNamedChild(definition))).toBe("block");
    const comment = tree.nextSibling(definition);
    expect((tree.flags[comment] ?? 0) & nodeFlags.extra).toBe(nodeFlags.extra);
    expect(tree.nextSibling(comment)).toBe(noNode);
  });
});

test("fields and positions lead to the same nodes as those of web-tree-sitter", async () => {
  for (const [language, path] of damagedTexts) {
    const loaded = await checkedGrammar(language);
    const [text = ""] = damagedVersions(path, 1);
    withCopy(loaded, text, (tree, root) => {
      const nodes: Node[] = [];
      const collect = (node: Node) => {
        nodes.push(node);
        for (const child of node.children) collect(child);
      };
      collect(root);
      expect(nodes.map((node) => tree.indexOf(node))).toEqual(nodes.map((_, i) => i));
      for (const [i, node] of nodes.entries()) {
        for (const name of ["body", "declarator", "left", "name", "parameters", "scope", "type"]) {
          const field = loaded.grammar.fieldIdForName(name);
          const child = field === null ? null : node.childForFieldId(field);
          const copied = field === null ? noNode : tree.childByField(i, field);
          expect(copied, `${path}: ${name} of ${node.type}`).toBe(child === null ? noNode : tree.indexOf(child));
        }
      }
    });
  }
});

test("a tree whose memory has another layout is copied by a cursor", async () => {
  const loaded = await loadedGrammar("cpp");
  const elsewhere = { ...loaded, memory: new WebAssembly.Memory({ initial: 1, maximum: 1 }) };
  const text = "namespace n { class A : B { int f() const; }; } // c\nint x = ;\n";
  withCopy(elsewhere, text, (tree, root) => expect(columnsOf(tree, tree.size)).toEqual(byCursor(root)));
});

test("a tree is copied after the memory has become another buffer, as it does when it grows", async () => {
  const loaded = await loadedGrammar("python");
  let reads = 0;
  const memory = {
    get buffer() {
      // Not each time: a copy of all memory is slow.
      return reads++ % 16 === 0 ? loaded.memory.buffer.slice(0) : loaded.memory.buffer;
    },
  };
  for (const text of ["x = 1\n", "def f(): pass\n"]) {
    withCopy({ ...loaded, memory }, text, (tree, root) => expect(columnsOf(tree, tree.size)).toEqual(byCursor(root)));
  }
});

test("a tree of any depth is copied without recursion", async () => {
  const depth = 30_000;
  withCopy(await loadedGrammar("python"), `x = ${"(".repeat(depth)}1${")".repeat(depth)}\n`, (tree) => {
    let deepest = 0;
    for (let node = 0; node < tree.size; node++) if (tree.nexts[node] === node + 1) deepest = node;
    let levels = 0;
    for (let node = tree.size - depth - 1; node > 0; node = tree.parents[node] ?? 0) levels++;
    expect(deepest).toBe(tree.size - 1);
    expect(levels).toBeGreaterThan(depth);
  });
});

test("the arrays of a released tree serve the next one, but for those of a large tree", async () => {
  const loaded = await loadedGrammar("python");
  const arraysOf = (text: string) => withCopy(loaded, text, ({ kinds }) => kinds);
  const small = arraysOf("x = 1\n");
  expect(arraysOf("y = (2, 3)\n")).toBe(small);
  const large = arraysOf("x = 1\n".repeat(60_000));
  expect(large.length).toBeGreaterThan(262_144);
  expect(arraysOf("z = 3\n").length).toBeLessThan(100_000);
});

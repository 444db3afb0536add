import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { Construction, ConstructionOptions, OpenFile, Resolution } from "../resolution.ts";
import { isClass } from "../symbol-kind.ts";
import type { Evaluator } from "./evaluator.ts";
import { PythonTree } from "./python-tree.ts";

/** The methods that a call of a class runs: each may be of a base. */
const makers = ["__new__", "__init__"] as const;

/** The calls of classes in a file by their names, as calls of the methods that make objects, or of the classes. */
export function constructionsIn(
  open: OpenFile,
  { names, start = 0, end = open.text.length, of }: ConstructionOptions,
  evaluator: Evaluator,
  resolve: (offset: number) => Resolution,
): readonly Construction[] {
  const { tree, text } = open;
  const source = new PythonTree(tree, text);
  const { kinds, starts, size } = tree;
  const found: Construction[] = [];
  if (of === "destructors" || of === "ends") return found;
  for (let node = tree.firstFrom(start); node < size && (starts[node] ?? end) < end; node++) {
    if (source.kinds[kinds[node] ?? -1] !== "call") continue;
    const name = nameOfCalled(source, source.child(node, "function"));
    const word = source.textOf(name);
    if (name === noNode || (names !== undefined && !names.has(word))) continue;
    const offset = tree.start(name);
    const { confidence, targets } = resolve(offset);
    const [made] = targets;
    if (made === undefined || !isClass(made) || (confidence !== "exact" && confidence !== "likely")) continue;
    if (of === "classes") {
      found.push({ offset, length: word.length, declarations: [made], confidence });
      continue;
    }
    for (const method of makers) {
      const member = evaluator.members.find({ kind: "instance", class: made, items: [] }, method);
      if (member?.kind !== "declarations" || member.isGuess) continue;
      const declarations = member.declarations.filter(({ kind }) => kind === "function");
      if (declarations.length === 0) continue;
      const isSure = !member.isBehindExternal && confidence === "exact";
      found.push({ offset, length: word.length, declarations, confidence: isSure ? "exact" : "likely" });
    }
  }
  return found;
}

/** The last name of what is called: `A` of `m.A(1)`; noNode for another expression. */
function nameOfCalled(source: PythonTree, called: number): number {
  const kind = source.kind(called);
  if (kind === "identifier") return called;
  return kind === "attribute" ? source.child(called, "attribute") : noNode;
}

import { noNode } from "../../syntax/flat/flat-tree.ts";
import { behind, childrenIn, type ReadTree } from "../read-tree.ts";
import { assignedValue } from "./attributes.ts";
import { literalType } from "./literal-types.ts";

/** The type of a value that is not a literal. */
const unknownType = "?";

/** The types of all values that the statements of a module or of a class, outside of functions, give to names. */
export type AssignedTypes = ReadonlyMap<string, ReadonlySet<string>>;

/** @param scope the module or the body of a class */
export function assignedTypesIn(file: ReadTree, scope: number): AssignedTypes {
  const { tree, field, textOf } = file;
  const found = new Map<string, Set<string>>();
  const add = (name: string, type: string) => {
    const known = found.get(name);
    if (known === undefined) found.set(name, new Set([type]));
    else known.add(type);
  };
  const end = behind(tree, scope);
  for (let node = scope + 1; node < end; ) {
    const type = tree.type(node);
    if (type === "function_definition" || type === "class_definition") {
      node = behind(tree, node);
      continue;
    }
    const left =
      type === "assignment" || type === "augmented_assignment" || type === "for_statement"
        ? field(node, "left")
        : noNode;
    if (left !== noNode && tree.type(left) === "identifier") {
      const value = type === "assignment" ? assignedValue(file, node) : noNode;
      add(textOf(left), (value === noNode ? undefined : literalType(file, value)) ?? unknownType);
    }
    node++;
  }
  if (scope === 0) {
    for (const name of globalsOf(file)) add(name, unknownType);
  }
  return found;
}

/** The names that functions declare to be global. */
function* globalsOf({ tree, textOf }: ReadTree): Generator<string> {
  for (let node = 0; node < tree.size; node++) {
    if (tree.type(node) !== "global_statement") continue;
    for (const child of childrenIn(tree, node)) if (tree.type(child) === "identifier") yield textOf(child);
  }
}

import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { ReadTree } from "../read-tree.ts";

/** Returns the name that a declarator declares, without what it is qualified with; noNode where there is none. */
export function nameNodeOf({ tree, field }: ReadTree, declarator: number): number {
  let at = declarator;
  while (at !== noNode) {
    const type = tree.type(at);
    if (type === "qualified_identifier") at = field(at, "name");
    else if (type === "template_function" || type === "template_method") at = field(at, "name");
    else if (type.endsWith("declarator")) {
      const inner = field(at, "declarator");
      at = inner === noNode ? tree.firstNamedChild(at) : inner;
    } else return at;
  }
  return noNode;
}

/** Levels from a member to its class: conditions and templates. */
const maxSteps = 100;

const classKinds: ReadonlySet<string> = new Set(["class_specifier", "struct_specifier", "union_specifier"]);

/** True when a function without a type has the name of its class, or is a destructor or a conversion. */
export function fitsClass(file: ReadTree, definition: number, name: number): boolean {
  const { tree, textOf } = file;
  const type = tree.type(name);
  if (type === "destructor_name" || type === "operator_cast") return true;
  const written = textOf(name);
  const holder = tree.parents[name] ?? noNode;
  if (holder !== noNode && tree.type(holder) === "qualified_identifier") {
    const scope = file.field(holder, "scope");
    return scope !== noNode && /^\w*/.exec(textOf(scope))?.[0] === written;
  }
  let outer = tree.parents[definition] ?? noNode;
  for (let steps = 0; steps < maxSteps && outer !== noNode; steps++, outer = tree.parents[outer] ?? noNode) {
    if (!classKinds.has(tree.type(outer))) continue;
    const own = file.field(outer, "name");
    return own !== noNode && /^\w*/.exec(lastPart(textOf(own)))?.[0] === written;
  }
  return false;
}

/** `B<T>` of `A::B<T>`. */
function lastPart(name: string): string {
  const end = name.indexOf("<");
  const plain = end < 0 ? name : name.slice(0, end);
  return plain.slice(plain.lastIndexOf(":") + 1).trim();
}

/**
 * The variables of a Python stub. Input: an assignment; output: the names that it assigns, each with its line in the
 * stub, such as `x: int`.
 */
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { childrenIn, type ReadTree } from "../read-tree.ts";
import { assignedValue, patternKinds } from "./attributes.ts";
import { literalType } from "./literal-types.ts";
import { fieldValue } from "./records.ts";
import { codeOf } from "./signature.ts";
import { dottedName, makesType } from "./values.ts";

/** A variable that a statement assigns, as a stub declares it. */
export type Assigned = { readonly name: string; readonly line: string; readonly isAnnotated: boolean };

type Scope = {
  /** The bases of the class around it; undefined in a module. */
  readonly bases: readonly string[] | undefined;
  /** True for a name that the stub has. */
  readonly isBound: (name: string) => boolean;
  /** True for a name that has values of only this type. */
  readonly isOfType: (name: string, type: string) => boolean;
  /** True in a class whose annotated variables are parameters of its constructor: see Records. */
  readonly isRecord: boolean;
};

/** Names whose values count: what they list is what there is. */
const listNames: ReadonlySet<string> = new Set(["__all__", "__slots__", "__match_args__"]);

/** UTF-16 code units of a value that is copied to a stub if a class may be an enumeration. */
const maxLiteralChars = 60;

/** Returns the variables that an assignment declares, such as `a` and `b` of `a, b = f()`. */
export function assignedIn(file: ReadTree, node: number, scope: Scope): readonly Assigned[] {
  const { tree, field, textOf } = file;
  if (tree.type(node) !== "assignment") return [];
  const left = field(node, "left");
  const annotation = field(node, "type");
  if (annotation !== noNode) {
    if (tree.type(left) !== "identifier") return [];
    const line = annotatedLine(file, node, left, annotation, scope.isRecord);
    return [{ name: textOf(left), line, isAnnotated: true }];
  }
  const value = assignedValue(file, node);
  const found: Assigned[] = [];
  for (let at = node; at !== noNode && tree.type(at) === "assignment"; at = field(at, "right")) {
    const target = field(at, "left");
    if (tree.type(target) === "identifier") {
      const name = textOf(target);
      found.push({ name, line: lineOf(file, name, value, scope), isAnnotated: false });
    } else {
      for (const name of namesIn(file, target)) found.push({ name, line: `${name} = ...`, isAnnotated: false });
    }
  }
  return found;
}

function annotatedLine(file: ReadTree, node: number, left: number, annotation: number, isRecord: boolean): string {
  const { field, textOf } = file;
  const value = field(node, "right");
  const type = codeOf(file, annotation);
  const head = `${textOf(left)}: ${type}`;
  if (value === noNode) return head;
  const isNeeded = /(?:^|\.)(?:Final|TypeAlias)$/.test(type);
  const described = isRecord ? fieldValue(file, value) : undefined;
  return `${head} = ${isNeeded ? codeOf(file, value) : (described ?? "...")}`;
}

function lineOf(file: ReadTree, name: string, value: number, { bases, isBound, isOfType, isRecord }: Scope): string {
  const { textOf } = file;
  if (value === noNode) return `${name} = ...`;
  if (listNames.has(name) || makesType(file, value)) return `${name} = ${codeOf(file, value)}`;
  const dotted = dottedName(file, value);
  if (dotted !== undefined && isBound(dotted.split(".")[0] ?? "")) return `${name} = ${dotted}`;
  const type = literalType(file, value);
  if (type === undefined || !isOfType(name, type)) return `${name} = ...`;
  const isEnumeration = bases !== undefined && bases.length > 0;
  if (!isRecord && !isEnumeration) return `${name}: ${type}`;
  // The class may be an enumeration, whose members have values and no types; a record takes what has a type for a field.
  const literal = textOf(value);
  const isShort =
    literal.length <= maxLiteralChars && !literal.includes("\n") && /^(?:int|float|str|bool|bytes)$/.test(type);
  return `${name} = ${isShort ? literal : "..."}`;
}

/** The names in `a, (b, *c)`. */
function* namesIn({ tree, textOf }: ReadTree, target: number): Generator<string> {
  const open = [target];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (tree.type(node) === "identifier") yield textOf(node);
    else if (patternKinds.has(tree.type(node))) open.push(...[...childrenIn(tree, node)].reverse());
  }
}

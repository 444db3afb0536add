/**
 * The classes that Python calls make: `namedtuple("P", "x y")`, `Enum("E", …)`, `make_dataclass`, `type(name, bases,
 * {})`, `types.new_class(name, bases)`. Input: the value of an assignment; output: the bases and members of the class, or undefined for another call.
 */
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { PythonTree } from "./python-tree.ts";
import { annotationText } from "./value-text.ts";

/** A class that a call makes: `P = namedtuple("P", "x y")`. */
export type MadeClass = {
  /** The bases, as the head of a class has them. */
  readonly bases: string;
  readonly members: readonly MadeMember[];
};

/** A field or an enumerator that the call names in a string. */
type MadeMember = {
  readonly text: string;
  /** Offsets in the tree's text: of the name, and of what says all of the member: `("x", int)`. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
  /** The annotation; "" where there is none. */
  readonly type: string;
};

/** The form in which the arguments after the name list the members. */
type Maker = (source: PythonTree, called: number, args: readonly number[]) => MadeClass | undefined;

/** By the last name of what is called. Each takes the name of the class first, as a string. */
const makers: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ["namedtuple", (source, _, [fields = noNode]) => ({ bases: "tuple", members: membersIn(source, fields) })],
  ...["NamedTuple", "TypedDict"].map((name): [string, Maker] => [name, madeOfBase]),
  ...["Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"].map((name): [string, Maker] => [name, madeEnumeration]),
  ["NewType", (source, _, [base = noNode]) => ({ bases: baseText(source, base), members: [] })],
  ["make_dataclass", (source, called, args) => madeDataclass(source, source.parent(called), args)],
  ...["type", "new_class", "ABCMeta"].map((name): [string, Maker] => [name, madeType]),
]);

/** Members of a class that are read: a longer list is data. */
const maxMembers = 2_000;

/** Returns the class that the value of an assignment makes; undefined for any other value. */
export function madeClassOf(source: PythonTree, value: number): MadeClass | undefined {
  if (source.kind(value) !== "call") return undefined;
  const called = source.child(value, "function");
  const isDotted = source.kind(called) === "attribute";
  const last = isDotted ? source.child(called, "attribute") : called;
  if (source.kind(last) !== "identifier") return undefined;
  const make = makers.get(source.textOf(last));
  if (make === undefined) return undefined;
  const [name = noNode, ...args] = source.namedChildren(source.child(value, "arguments"));
  return contentOf(source, name) === noNode ? undefined : make(source, called, args);
}

/** `NamedTuple("N", [("x", int)])`: what is called is the base. */
function madeOfBase(source: PythonTree, called: number, [members = noNode]: readonly number[]): MadeClass {
  return { bases: source.textOf(called), members: membersIn(source, members) };
}

/** `Enum("E", {"A": 1})`: the value of an enumerator is not its type. */
function madeEnumeration(source: PythonTree, called: number, args: readonly number[]): MadeClass {
  const { bases, members } = madeOfBase(source, called, args);
  return { bases, members: members.map((member) => ({ ...member, type: "" })) };
}

/** The names in `"x y"`, `"x, y"`, `"x, " "y"`, `["x", "y"]`, `[("x", int)]` and `{"x": int}`. */
function membersIn(source: PythonTree, list: number): readonly MadeMember[] {
  const kind = source.kind(list);
  if (kind === "string") return wordsIn(source, list);
  if (kind === "concatenated_string") return wordsInParts(source, [...source.namedChildren(list)]);
  if (kind !== "list" && kind !== "tuple" && kind !== "dictionary") return [];
  const members: MadeMember[] = [];
  for (const item of source.namedChildren(list)) {
    if (members.length >= maxMembers) break;
    const parts = source.kind(item) === "string" ? [item] : [...source.namedChildren(item)];
    const [name = noNode, type = noNode] = parts;
    const node = contentOf(source, name);
    if (node === noNode || !/^\w+$/.test(source.textOf(node))) continue;
    const { tree } = source;
    const place = { at: tree.start(node), start: tree.start(item), end: tree.end(item) };
    members.push({ ...place, text: source.textOf(node), type: baseText(source, type) });
  }
  return members;
}

function wordsIn(source: PythonTree, string: number): readonly MadeMember[] {
  const node = contentOf(source, string);
  if (node === noNode) return [];
  const start = source.tree.start(node);
  const words = Array.from(source.textOf(node).matchAll(/[\p{L}_][\p{L}\p{M}\p{N}_]*/gu)).slice(0, maxMembers);
  return words.map(({ 0: text, index }) => {
    return { text, at: start + index, start: start + index, end: start + index + text.length, type: "" };
  });
}

/** The names in strings one after the other; a name that goes on in the next one is left out. */
function wordsInParts(source: PythonTree, strings: readonly number[]): readonly MadeMember[] {
  const texts = strings.map((string) => {
    const content = contentOf(source, string);
    return content === noNode ? undefined : source.textOf(content);
  });
  return strings.flatMap((string, at) => {
    const words = wordsIn(source, string);
    const isJoined = (before: string | undefined, behind: string | undefined) =>
      /\w$/.test(before ?? "") && /^\w/.test(behind ?? "");
    const first = isJoined(texts[at - 1], texts[at]) ? 1 : 0;
    const last = isJoined(texts[at], texts[at + 1]) ? words.length - 1 : words.length;
    return words.slice(first, last);
  });
}

/** `make_dataclass("C", ["x", ("y", int)], bases=(Base,))` */
function madeDataclass(source: PythonTree, call: number, [fields = noNode]: readonly number[]): MadeClass {
  return { bases: basesIn(source, source.keyword(call, "bases")), members: membersIn(source, fields) };
}

/**
 * `type("C", (Base,), {})`, also by a metaclass or by `new_class`, and with the bases in a variable, whose first item is taken;
 * undefined for `type(value)`.
 */
function madeType(source: PythonTree, called: number, [second = noNode]: readonly number[]): MadeClass | undefined {
  const isNamed = source.kind(second) === "keyword_argument";
  const bases = isNamed ? source.keyword(source.parent(called), "bases") : second;
  if (source.kind(bases) === "tuple") return { bases: basesIn(source, bases), members: [] };
  const text = baseText(source, bases);
  return text === "" ? undefined : { bases: `(${text})[0]`, members: [] };
}

function basesIn(source: PythonTree, tuple: number): string {
  return [...source.namedChildren(tuple)]
    .map((base) => baseText(source, base))
    .filter((base) => base !== "")
    .join(", ");
}

/** A type as it is written, in quotes too; "" for a text that is not an expression. */
function baseText(source: PythonTree, node: number): string {
  const content = contentOf(source, node);
  return annotationText(source, content === noNode ? node : content);
}

/** The content of a string of one part, without escapes; noNode for anything else. */
export function contentOf(source: PythonTree, node: number): number {
  if (source.kind(node) !== "string") return noNode;
  const parts = [...source.namedChildren(node)];
  const [, content = noNode] = parts;
  if (parts.length !== 3 || source.kind(content) !== "string_content") return noNode;
  return source.textOf(content).includes("\\") ? noNode : content;
}

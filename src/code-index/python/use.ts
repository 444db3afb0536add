/**
 * The use of a name in a Python file, also of a word in a string or a comment. Input: an open file and an offset;
 * output: its node, and the place from which it is looked up: scopes, tests and deletions around it.
 */
import { wordSet } from "../../base/word-list.ts";
import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import type { Declaration } from "../code-index.ts";
import type { OpenFile } from "../resolution.ts";
import { isExcluded } from "./conditions.ts";
import { isRepeatedWith, reaches, type TypeTest, testsAt } from "./flow.ts";
import { PythonTree } from "./python-tree.ts";
import type { Place, Range } from "./scopes.ts";
import { reachingDeclarations } from "./values/reaching-declarations.ts";

/** Expressions around a name that are looked through: a name deeper in its statement is not resolved. */
const maxLevels = 500;

/** A name at a place of an open file; it may be a word in a string or in a comment. */
export class Use {
  readonly open: OpenFile;
  readonly source: PythonTree;
  /** The node of the name; of a word, that of the string's content or of the comment. */
  readonly node: number;
  readonly name: string;
  readonly parent: number;
  readonly offset: number;
  /** The string or the comment that the name is a word of; noNode for any other name. */
  readonly textNode: number;

  private constructor(open: OpenFile, source: PythonTree, node: number, name: string, offset: number) {
    this.open = open;
    this.source = source;
    this.node = node;
    this.name = name;
    this.parent = source.parent(node);
    this.offset = offset;
    const kind = source.kind(node);
    this.textNode = kind === "identifier" ? noNode : kind === "comment" ? node : this.parent;
  }

  /** The use at an offset; undefined if no name begins, or too deep in its statement. */
  static at(open: OpenFile, offset: number): Use | undefined {
    const source = new PythonTree(open.tree, open.text);
    const node = source.leafAt(offset);
    if (isDeep(source, node)) return undefined;
    const kind = source.kind(node);
    if (kind === "identifier") {
      return source.tree.start(node) === offset ? new Use(open, source, node, source.textOf(node), offset) : undefined;
    }
    if (kind !== "comment" && kind !== "string_content") return undefined;
    const word = wordAt(open.text, offset, source.tree.end(node));
    return word === undefined ? undefined : new Use(open, source, node, word, offset);
  }

  /** True for a word that is all that its string has. */
  get isWholeString(): boolean {
    const { source, node, parent, offset, name } = this;
    const { tree } = source;
    const isWhole = tree.start(node) === offset && tree.end(node) === offset + name.length;
    if (!isWhole || source.kind(parent) !== "string") return false;
    return tree.nextSibling(tree.firstChild(parent)) === node && source.kind(tree.nextSibling(node)) === "string_end";
  }

  /** The place of the name, with the lambdas and comprehensions around it. */
  get place(): Place {
    return this.placeOf(this.node);
  }

  placeOf(from: number): Place {
    const { source } = this;
    const { tree } = source;
    const outsideOf: Range[] = [];
    let expressionScope: Range | undefined;
    for (let node = from, outer = source.parent(node); outer > 0; node = outer, outer = source.parent(outer)) {
      const kind = source.kind(outer);
      if (kind === "block") break;
      if (kind === "lambda") {
        // The scope of `lambda x: [y for y in x]` has the range of the comprehension.
        if (source.isField(node, "body") && outsideOf.at(-1)?.start === tree.start(node)) outsideOf.pop();
        if (source.isField(node, "body")) expressionScope ??= rangeOf(source, outer);
      } else if (comprehensions.has(kind)) {
        if (isFirstIterable(source, outer, node, from)) outsideOf.push(rangeOf(source, outer));
        else expressionScope ??= rangeOf(source, outer);
      }
    }
    const reachesHere = ({ at, file }: Declaration) =>
      file !== this.open.file || reaches(source, source.leafAt(at), from);
    const runsBefore = (declarations: readonly Declaration[]) =>
      this.textNode === noNode &&
      expressionScope === undefined &&
      !this.open.file.path.endsWith(".pyi") &&
      !isInAnnotation(source, from) &&
      !declarations.some(({ at }) => isRepeatedWith(source, from, source.leafAt(at)));
    const isDeleted = (name: string, declarations: readonly Declaration[]) => {
      const deletion =
        deletionsIn(source)
          .get(name)
          ?.findLast((at) => at < from) ?? noNode;
      if (deletion === noNode || this.textNode !== noNode || isInFunction(source, from)) return false;
      return !declarations.some(({ at }) => tree.start(deletion) < at && at <= tree.start(from));
    };
    let tests: readonly TypeTest[] | undefined;
    return {
      file: this.open.file,
      offset: tree.start(from),
      outsideOf,
      expressionScope,
      reaches: reachesHere,
      reaching: (scopes, declarations) => reachingDeclarations(source, from, scopes, declarations),
      runsBefore,
      isDeleted,
      isExcluded: () => isExcluded(source, from),
      tests: () => {
        tests ??= testsAt(source, from);
        return tests;
      },
    };
  }

  /**
   * The object of the attribute that the name is, as an expression, and the node where it is; undefined for other names.
   * `A()` for the `name` of a pattern `A(name=…)`.
   */
  object(): { readonly text: string; readonly node: number } | undefined {
    const { source, node, parent } = this;
    switch (source.kind(parent)) {
      case "attribute": {
        if (!source.isField(node, "attribute")) return undefined;
        const object = source.child(parent, "object");
        return { text: source.operandText(object), node: object };
      }
      case "member_type": {
        const [object] = source.namedChildren(parent);
        return object === undefined || object === node ? undefined : { text: source.textOf(object), node: object };
      }
      case "dotted_name": {
        const [first] = source.namedChildren(parent);
        if (first === undefined || first === node) return undefined;
        const text = source.text.slice(source.tree.start(first), this.offset);
        return { text: text.replace(/\s*\.\s*$/, ""), node: first };
      }
      case "keyword_pattern": {
        const pattern = source.parent(source.parent(parent));
        const [name] = source.namedChildren(pattern);
        const isKey = source.tree.firstNamedChild(parent) === node && source.kind(pattern) === "class_pattern";
        return isKey && name !== undefined ? { text: `${source.textOf(name)}()`, node: name } : undefined;
      }
      default:
        return undefined;
    }
  }
}

function isDeep(source: PythonTree, node: number): boolean {
  let outer = source.parent(node);
  for (let level = 0; level < maxLevels; level++, outer = source.parent(outer)) {
    if (outer <= 0 || source.kind(outer) === "block") return false;
  }
  return true;
}

const deletions = new WeakMap<FlatTree, ReadonlyMap<string, readonly number[]>>();

/** The names that a module deletes, each with the statements, which are in no other one. */
function deletionsIn(source: PythonTree): ReadonlyMap<string, readonly number[]> {
  const known = deletions.get(source.tree);
  if (known !== undefined) return known;
  const found = new Map<string, number[]>();
  for (const statement of source.namedChildren(0)) {
    if (source.kind(statement) !== "delete_statement") continue;
    const list = source.tree.firstNamedChild(statement);
    for (const name of source.kind(list) === "identifier" ? [list] : source.namedChildren(list)) {
      if (source.kind(name) !== "identifier") continue;
      const text = source.textOf(name);
      found.set(text, [...(found.get(text) ?? []), name]);
    }
  }
  deletions.set(source.tree, found);
  return found;
}

/** True for what runs later, or when a function is called. */
function isInFunction(source: PythonTree, node: number): boolean {
  for (let outer = source.parent(node); outer > 0; outer = source.parent(outer)) {
    if (["function_definition", "lambda"].includes(source.kind(outer))) return true;
  }
  return false;
}

/** True for what is evaluated as a type, which may be done later, or never. */
function isInAnnotation(source: PythonTree, node: number): boolean {
  for (let outer = node; outer > 0; outer = source.parent(outer)) {
    const kind = source.kind(outer);
    if (kind === "type") return true;
    if (kind === "block") return false;
  }
  return false;
}

const wordPattern = /[\p{L}_][\p{L}\p{N}_]*/uy;

/** The word that begins at an offset and ends before another one; undefined if none does. */
function wordAt(text: string, offset: number, end: number): string | undefined {
  if (/[\p{L}\p{N}_]/u.test(text.charAt(offset - 1))) return undefined;
  wordPattern.lastIndex = offset;
  const [word] = wordPattern.exec(text) ?? [];
  return word === undefined || offset + word.length > end ? undefined : word;
}

const comprehensions = wordSet("list_comprehension set_comprehension dictionary_comprehension generator_expression");

/** True for what is in the iterable of the first clause, which belongs to the scope around the comprehension. */
function isFirstIterable(source: PythonTree, comprehension: number, clause: number, from: number): boolean {
  if (source.kind(clause) !== "for_in_clause") return false;
  for (const child of source.namedChildren(comprehension)) {
    if (source.kind(child) === "for_in_clause") {
      const right = source.child(clause, "right");
      return child === clause && source.tree.start(from) >= source.tree.start(right);
    }
  }
  return false;
}

function rangeOf({ tree }: PythonTree, node: number): Range {
  return { start: tree.start(node), end: tree.end(node) };
}

import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { Declaration } from "../code-index.ts";
import type { OpenFile } from "../resolution.ts";
import { reaches, type TypeTest, testsAt } from "./flow.ts";
import { PythonTree } from "./python-tree.ts";
import type { Place, Range } from "./scopes.ts";

/** Expressions around a name that are looked through: a name deeper in its statement is not resolved. */
const maxLevels = 500;

/** A name at a place of an open file. It may be all that a string holds: `"name"`. */
export class Use {
  readonly open: OpenFile;
  readonly source: PythonTree;
  /** The node of the name. */
  readonly node: number;
  readonly name: string;
  readonly parent: number;
  readonly offset: number;
  /** The string that holds the name and nothing else; noNode for a name outside of strings. */
  readonly string: number;

  private constructor(open: OpenFile, source: PythonTree, node: number) {
    this.open = open;
    this.source = source;
    this.node = node;
    this.name = source.textOf(node);
    this.parent = source.parent(node);
    this.offset = source.tree.start(node);
    this.string = source.kind(node) === "identifier" ? noNode : this.parent;
  }

  /** The use at an offset; undefined where no name begins, or too deep in its statement. */
  static at(open: OpenFile, offset: number): Use | undefined {
    const source = new PythonTree(open.tree, open.text);
    const node = source.leafAt(offset);
    if (source.tree.start(node) !== offset) return undefined;
    const isName = source.kind(node) === "identifier" || isWholeString(source, node);
    return isName && !isDeep(source, node) ? new Use(open, source, node) : undefined;
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
        if (source.isField(node, "body")) expressionScope ??= rangeOf(source, outer);
      } else if (comprehensions.has(kind)) {
        if (isFirstIterable(source, outer, node, from)) outsideOf.push(rangeOf(source, outer));
        else expressionScope ??= rangeOf(source, outer);
      }
    }
    const reachesHere = ({ at, file }: Declaration) =>
      file !== this.open.file || reaches(source, source.leafAt(at), from);
    let tests: readonly TypeTest[] | undefined;
    return {
      file: this.open.file,
      offset: tree.start(from),
      outsideOf,
      expressionScope,
      reaches: reachesHere,
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
        return { text: source.textOf(object), node: object };
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

/** True for the content of a string that is a name. */
function isWholeString(source: PythonTree, node: number): boolean {
  const { tree } = source;
  const string = source.parent(node);
  if (source.kind(node) !== "string_content" || source.kind(string) !== "string") return false;
  if (tree.nextSibling(tree.firstChild(string)) !== node || source.kind(tree.nextSibling(node)) !== "string_end") {
    return false;
  }
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(source.textOf(node));
}

const comprehensions: ReadonlySet<string> = new Set([
  ...["list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression"],
]);

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

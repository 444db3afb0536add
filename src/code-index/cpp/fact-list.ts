/**
 * The list of declaration facts that a pass over a C++ tree fills, with the stack of scopes around the current node.
 * Input: declarations by their nodes; output: facts with parent, access and positions.
 */
import {
  bareFact,
  type DeclarationFact,
  DeclarationFlag,
  type DeclarationKind,
} from "../../facts/declaration-facts.ts";
import { spelling } from "../../syntax/declarators.ts";
import type { ListedName, MacroScope, MacroUse } from "../../syntax/dialect.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { FlatText } from "../../syntax/parse.ts";
import { classKinds } from "./containers.ts";
import type { NodeReader } from "./node-reader.ts";
import { isOfCLibrary } from "./system-names.ts";

const { local, substitute, transparent } = DeclarationFlag;

/** The nodes around the current one. */
export type Frame = {
  /** The first node after it. */
  readonly endNode: number;
  /** The index of the innermost declaration; -1 outside of all. */
  readonly fact: number;
  /** The offset where the innermost block ends; 0 outside of functions. */
  readonly blockEnd: number;
  /** The start of the innermost function, for labels. */
  readonly functionStart: number;
  /** The function_declarator that the parameters of the innermost function are in. */
  readonly declarator: number;
  /** The bits of members that are declared next. */
  access: number;
  readonly holds: "namespace" | "members" | "statements";
  /** The bits of a branch that is unlikely, or next to one with a library. */
  readonly branch: number;
  /** True if another branch includes a header of the system. */
  readonly isBesideSystem: boolean;
};

/** A fact by its nodes. */
export type NewFact = {
  readonly name: number;
  readonly kind: DeclarationKind;
  readonly statement: number;
  readonly flags?: number;
  readonly qualifier?: string;
  readonly type?: string;
  readonly body?: number;
  readonly least?: number;
  readonly most?: number;
  readonly parameters?: number;
  /** Instead of the text of the node `name`. */
  readonly text?: string | undefined;
  /** The offset from which a local declaration is seen; omitted, that of its name. */
  readonly scopeStart?: number;
  readonly scopeEnd?: number;
};

const noPosition = { line: 0, column: 0 } as const;

export class FactList {
  readonly facts: DeclarationFact[] = [];
  frame: Frame;
  readonly #frames: Frame[] = [];
  readonly #source: FlatText;
  readonly #nodes: NodeReader;
  readonly #hasPositions: boolean;

  /** @param hasPositions false if lines and columns are not wanted: they are then 0 */
  constructor(source: FlatText, nodes: NodeReader, hasPositions: boolean) {
    this.#source = source;
    this.#nodes = nodes;
    this.#hasPositions = hasPositions;
    const all = { endNode: source.tree.size, fact: -1, blockEnd: 0, functionStart: 0, declarator: noNode, access: 0 };
    this.frame = { ...all, branch: 0, isBesideSystem: false, holds: "namespace" };
  }

  /** Leaves the frames that end before a node. */
  leaveBefore(node: number): void {
    while (node >= this.frame.endNode) this.frame = this.#frames.pop() ?? this.frame;
  }

  /** Adds a declaration in a parent; returns its index. */
  add(fact: NewFact, parent = this.frame.fact): number {
    // No rest of the keys: it would be an object for each of millions of declarations.
    const { name, kind, statement, flags = 0, qualifier = "", type = "", body = noNode, text, scopeEnd } = fact;
    const { least = 0, most = 0, parameters = 0 } = fact;
    const tree = this.#nodes.tree;
    const { scopeStart = kind === "label" ? this.frame.functionStart : tree.start(name) } = fact;
    const { offsetOf, endOf, positionOf } = this.#source;
    const { line, column } = this.#hasPositions ? positionOf(tree.start(name)) : noPosition;
    const startLine = kind === "include" && this.#hasPositions ? positionOf(tree.start(statement)).line : line;
    const end = tree.end(statement);
    const isTemplateParameter = scopeEnd === undefined && (kind === "type_parameter" || kind === "parameter");
    const owner = isTemplateParameter ? this.facts[parent] : undefined;
    const isInBlock = this.frame.blockEnd > 0 || scopeEnd !== undefined;
    const isLocal = owner === undefined ? isInBlock : (owner.flags & local) !== 0;
    const isMember = this.frame.holds === "members";
    const own = text ?? spelling(this.#nodes.textOf(name));
    const besideSystem = this.frame.isBesideSystem && isOfCLibrary(own) ? substitute : 0;
    this.facts.push({
      name: own,
      kind,
      flags:
        flags |
        this.frame.branch |
        besideSystem |
        (isMember && !isTemplateParameter ? this.frame.access : 0) |
        (isLocal ? local : 0),
      line,
      column,
      endLine: this.#hasPositions ? positionOf(Math.max(tree.start(statement), end - 1)).line : 0,
      at: offsetOf(tree.start(name)),
      start: offsetOf(tree.start(statement)),
      headEnd: body === noNode ? endOf(end) : offsetOf(tree.start(body)),
      end: endOf(end),
      parent,
      qualifier,
      type,
      least: least + line - startLine,
      most,
      parameters,
      scopeStart: isLocal ? scopeStart : 0,
      scopeEnd: isLocal ? (scopeEnd ?? this.frame.blockEnd) : 0,
    });
    return this.facts.length - 1;
  }

  /**
   * Adds the namespaces that a macro opens, whose names are not in the text; returns the index of the innermost one. Each
   * has a place of its own, a character of the macro's name, as there are no more of them. They are transparent, as code may name what they hold without
   * them: `cv::dnn::Net`, where a macro opens a namespace for the version.
   */
  addNamespaces(macro: MacroScope, end: number): number {
    const { wholePositionOf } = this.#source;
    const { index, namespaces } = macro;
    const { line, column } = wholePositionOf(index);
    const { line: endLine } = wholePositionOf(end - 1);
    let parent = this.frame.fact;
    for (const [place, name] of namespaces.flatMap((path) => path.split("::")).entries()) {
      this.facts.push({
        name,
        kind: "namespace",
        flags: transparent | this.frame.branch,
        line,
        column: column + place,
        endLine,
        at: index + place,
        start: index,
        headEnd: macro.end,
        end,
        parent,
        ...bareFact,
      });
      parent = this.facts.length - 1;
    }
    return parent;
  }

  /** Adds a namespace, or an alias of one, by its name in the replacement of a macro; returns its index. Offsets are in the tree. */
  addOfMacro(
    { name, kind, type, at, start, end }: Pick<DeclarationFact, "name" | "kind" | "type" | "at" | "start" | "end">,
    parent: number,
  ): number {
    const { offsetOf, endOf, positionOf } = this.#source;
    const { line, column } = positionOf(at);
    this.facts.push({
      name,
      kind,
      flags: (kind === "namespace" ? transparent : 0) | this.frame.branch,
      line,
      column,
      endLine: positionOf(end - 1).line,
      at: offsetOf(at),
      start: offsetOf(start),
      headEnd: endOf(end),
      end: endOf(end),
      parent,
      ...bareFact,
      type,
    });
    return this.facts.length - 1;
  }

  /** Adds an enumerator that a list macro gives to the enumeration that the pass is inside of. */
  addListed({ name, at, start, end }: ListedName): void {
    const { wholePositionOf } = this.#source;
    const { line, column } = this.#hasPositions ? wholePositionOf(at) : noPosition;
    const endLine = this.#hasPositions ? wholePositionOf(end - 1).line : 0;
    const { branch: flags, fact: parent } = this.frame;
    const places = { line, column, endLine, at, start, headEnd: end, end };
    this.facts.push({ name, kind: "enum_member", flags, ...places, parent, ...bareFact });
  }

  /**
   * Adds a directive that the tree lacks, without a parent or with the parent of another one; returns its index.
   * Offsets are in the file.
   */
  addDirective(
    {
      at,
      start,
      end,
      ...fact
    }: Pick<DeclarationFact, "name" | "kind" | "at" | "start" | "end" | "type" | "least" | "most" | "parameters">,
    parent = -1,
  ): number {
    const { wholePositionOf } = this.#source;
    const { line, column } = this.#hasPositions ? wholePositionOf(at) : noPosition;
    const endLine = this.#hasPositions ? wholePositionOf(Math.max(start, end - 1)).line : 0;
    const places = { line, column, endLine, at, start, headEnd: end, end };
    this.facts.push({ ...bareFact, ...fact, flags: this.frame.branch, ...places, parent });
    return this.facts.length - 1;
  }

  /**
   * Adds a use of a macro, once for each of its arguments that is a name, in the innermost scope; none inside of a function. In a
   * class, a use without such an argument may write members: `DECLARE_SIZE()`.
   */
  addMacroUse({ macro, start, end, names }: MacroUse): void {
    // The grammar may take the use itself for a declaration.
    const isAround = (fact: DeclarationFact) => fact.start < start && end <= fact.end;
    let parent = this.frame.fact;
    for (let outer = this.facts[parent]; outer !== undefined && !isAround(outer); outer = this.facts[parent])
      parent = outer.parent;
    if (this.facts[parent]?.kind === "function") return;
    const { wholePositionOf } = this.#source;
    const { line, column } = wholePositionOf(start);
    const { line: endLine } = wholePositionOf(end - 1);
    const places = { line, column, endLine, at: start, start, headEnd: end, end };
    const { branch: flags } = this.frame;
    const add = (name: string, type: string) => {
      this.facts.push({ name, kind: "macro_use", flags, ...places, parent, ...bareFact, type });
    };
    for (const [place, name] of names.entries()) {
      if (name !== "") add(`${macro}(${",".repeat(place)}${name})`, "");
    }
    const isWithoutNames = names.every((name) => name === "");
    if (isWithoutNames && classKinds.has(this.facts[parent]?.kind ?? "")) add(`${macro}()`, "");
    const last = names.at(-1);
    if (names.length > 1 && last !== undefined && last !== "" && declaringMacro.test(macro)) add(`(${last})`, macro);
  }

  /** Enters a frame, which keeps of the one around it what is not given. */
  push(frame: Partial<Frame> & Pick<Frame, "endNode" | "fact" | "access" | "holds">): void {
    this.#frames.push(this.frame);
    const { blockEnd, functionStart, declarator, branch: around, isBesideSystem } = this.frame;
    // A library has a class or a function, and not only what is in it.
    const isOpen = frame.holds === "namespace";
    const branch = isOpen ? around : around & ~substitute;
    this.frame = { blockEnd, functionStart, declarator, branch, isBesideSystem: isOpen && isBesideSystem, ...frame };
  }
}

/** Macros of tests whose first argument is the name of the test, and the last one the class that it derives from. */
export const namesTestFirst = /^(?:BOOST_FIXTURE_TEST_CASE|FIXTURE_TEST$)/;

/** Macros of GoogleMock whose first argument is a function, and the others are its parameters: `MATCHER_P(IsMore, least, "") {…}`. */
export const namesFunctionFirst = /^(?:MATCHER|ACTION)(?:_P\d*)?$/;

/** The name of a macro that says that it declares something, usually its last argument: `WX_DECLARE_OBJARRAY(Shape, ShapeArray);`. */
export const declaringMacro = /(?:^|_)(?:DECLARE|DEFINE|TYPEDEF)(?:_|$)/;

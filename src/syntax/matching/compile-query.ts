/**
 * The compiler of tree-sitter queries for flat trees. Input: the text of a query; output: the steps that tree-sitter
 * compiles it into, or undefined if tree-sitter has to run it.
 */
import type { Language as Grammar } from "web-tree-sitter";
import { pushTo } from "../../base/group-by.ts";
import { errorKind } from "../flat/flat-tree.ts";
import { unquoted } from "../query-text.ts";
import type { Predicate } from "./predicate.ts";
import { readPredicate, type Value } from "./predicates.ts";

/** The kind of a step that any node matches. */
export const anyKind = -1;

/** The depth of the step after a pattern. */
export const doneDepth = 0xffff;

/** Instead of the index of a step where there is none. */
export const noStep = -1;

/**
 * One node of a pattern, as tree-sitter has it: lib/src/query.c, QueryStep. A pattern is its nodes in the order in which
 * they are written; where it branches, steps name an alternative to themselves.
 */
export type Step = {
  /** The kind of the node, or anyKind. */
  readonly kind: number;
  /** With anyKind: only named nodes. */
  readonly isNamed: boolean;
  /** Below the outermost node of the pattern, or doneDepth. */
  readonly depth: number;
  /** No other named node precedes the node: `. (x)`. */
  readonly isImmediate: boolean;
  /** Leads back to what is repeated: a state goes on and also to the alternative. */
  readonly isPassThrough: boolean;
  /** The field that the node is in its parent; 0 for any. */
  field: number;
  /** Places in CompiledQuery.captureNames. */
  readonly captures: number[];
  /** True when the step or one below it captures. */
  hasCaptures: boolean;
  /** Fields that the node must not have. */
  negatedFields: readonly number[];
  /** No other named node follows the node: `(x) .`. */
  isLastChild: boolean;
  /** Another step that may match instead of this one; noStep for none. */
  alternative: number;
  /** The alternative leaves out what `?` or `*` makes optional. */
  isSkip: boolean;
  /** A state goes to the alternative at once: the end of a branch. */
  isDeadEnd: boolean;
};

/** The starts of patterns whose outermost node can be of a kind. */
export type Entry = {
  readonly pattern: number;
  readonly step: number;
  /** One of these is a child in every match; undefined when there may be none. */
  readonly firstChildren: readonly Step[] | undefined;
  /** The captures of a pattern that is one node without a condition, such as `(comment) @doc`. */
  readonly lone: readonly number[] | undefined;
};

/** The values of `#set!` for a pattern. */
export type Properties = Readonly<Record<string, string | null>>;

/** Patterns that `matchesIn` can look for in a flat tree. */
export type CompiledQuery = {
  readonly steps: readonly Step[];
  readonly captureNames: readonly string[];
  /** The kind of the outermost node → the entries, by pattern. */
  readonly entries: ReadonlyMap<number, readonly Entry[]>;
  /** Pattern → its predicates. */
  readonly predicates: readonly (readonly Predicate[])[];
  /** Pattern → what `#set!` says of it; undefined if it has none. */
  readonly properties: readonly (Properties | undefined)[];
  /** Pattern → the names of its captures. */
  readonly capturesOf: readonly ReadonlySet<string>[];
};

/**
 * Compiles a query into the steps that tree-sitter compiles it into (lib/src/query.c, ts_query__parse_pattern).
 *
 * Undefined for queries that tree-sitter has to run: supertypes, MISSING, patterns without a single outermost node or
 * with `_` for it, repetitions inside of alternatives, predicates that are not of text, and what is not a query at
 * all.
 */
export function compileQuery(source: string, grammar: Grammar): CompiledQuery | undefined {
  try {
    return new Compiler(source, grammar).compile();
  } catch (error) {
    if (error instanceof LeftToTreeSitter) return undefined;
    throw error;
  }
}

/** Thrown at a part of a query that is not compiled. */
class LeftToTreeSitter extends Error {}

/** A comment, a string, a capture, a predicate, a name, or a sign. */
const tokenPattern = /;[^\n]*|"(?:[^"\\\n]|\\[^\n])*"|@[\w-][\w.-]*|#[\w-][\w.-]*[?!]|[\w-][\w.-]*|[()[\].!:*+?]/y;

const capturesOfStep = 3;

class Compiler {
  readonly #grammar: Grammar;
  readonly #tokens: readonly string[];
  #at = 0;
  readonly #steps: Step[] = [];
  readonly #captureNames: string[] = [];
  #predicates: Predicate[] = [];
  #properties: Properties | undefined;

  constructor(source: string, grammar: Grammar) {
    this.#tokens = tokensOf(source);
    this.#grammar = grammar;
  }

  compile(): CompiledQuery {
    const steps = this.#steps;
    const entries = new Map<number, Entry[]>();
    const predicates: (readonly Predicate[])[] = [];
    const properties: (Properties | undefined)[] = [];
    const capturesOf: ReadonlySet<string>[] = [];
    for (let pattern = 0; this.#at < this.#tokens.length; pattern++) {
      const first = steps.length;
      this.#predicates = [];
      this.#properties = undefined;
      if (this.#pattern({ depth: 0, isImmediate: false, isInside: false })) refuse();
      const end = steps.length;
      if (end === first) refuse();
      steps.push(step({ depth: doneDepth }));
      for (let i = first; i < end; i++) stepAt(steps, i).hasCaptures = this.#hasCaptures(i);
      for (const root of this.#roots(first)) {
        const { kind } = stepAt(steps, root);
        const entry = { pattern, step: root, firstChildren: this.#firstChildren(root), lone: this.#lone(root, end) };
        pushTo(entries, kind, entry);
      }
      predicates.push(this.#predicates);
      properties.push(this.#properties);
      const captures = steps.slice(first, end).flatMap((each) => each.captures);
      capturesOf.push(new Set(captures.map((capture) => this.#captureNames[capture] ?? "")));
    }
    return { steps, captureNames: this.#captureNames, entries, predicates, properties, capturesOf };
  }

  /** The steps that a pattern may begin with: one, or the first steps of its alternatives. */
  #roots(first: number): readonly number[] {
    const roots: number[] = [];
    for (let root = first; root !== noStep; root = stepAt(this.#steps, root).alternative) {
      if (stepAt(this.#steps, root).kind === anyKind || !this.#isRooted(root)) refuse();
      roots.push(root);
    }
    return roots;
  }

  #isRooted(root: number): boolean {
    for (let i = root + 1; i < this.#steps.length; i++) {
      const { isDeadEnd, depth } = stepAt(this.#steps, i);
      if (isDeadEnd) return true;
      if (depth === 0) return false;
    }
    return true;
  }

  #lone(root: number, end: number): readonly number[] | undefined {
    const { captures, field, negatedFields, alternative } = stepAt(this.#steps, root);
    const isLone = root + 1 === end && field === 0 && negatedFields.length === 0 && alternative === noStep;
    return isLone ? captures : undefined;
  }

  /** The steps that the first child of a pattern may be. */
  #firstChildren(root: number): readonly Step[] | undefined {
    const children: Step[] = [];
    for (let i = root + 1; i !== noStep; ) {
      const child = stepAt(this.#steps, i);
      if (child.depth !== 1 || child.isSkip || child.isPassThrough || child.isDeadEnd) return undefined;
      children.push(child);
      i = child.alternative;
    }
    return children;
  }

  #hasCaptures(index: number): boolean {
    const { captures, depth } = stepAt(this.#steps, index);
    if (captures.length > 0) return true;
    for (let i = index + 1; i < this.#steps.length; i++) {
      const below = stepAt(this.#steps, i);
      if (below.depth === doneDepth || below.depth <= depth) return false;
      if (below.captures.length > 0) return true;
    }
    return false;
  }

  /** Reads a pattern and its steps; true when the bracket around it closes instead. */
  #pattern(place: Place): boolean {
    const token = this.#next();
    if (token === ")" || token === "]") return true;
    const first = this.#steps.length;
    this.#at++;
    if (token === "[") this.#alternatives(place, first);
    else if (token === "(") {
      const next = this.#next();
      if (next === "(" || next === "[" || isString(next)) this.#group(place);
      else if (next.startsWith("#")) {
        this.#condition();
        return false;
      } else this.#node(place, first);
    } else if (token === "_") this.#steps.push(step({ ...place, kind: anyKind }));
    else if (isString(token)) this.#steps.push(step({ ...place, kind: this.#kindOf(unquoted(token), false) }));
    else if (isName(token)) this.#fieldPattern(token, place, first);
    else refuse();
    this.#suffixes(place, first);
    return false;
  }

  /** `[a b]`: each branch leads on to the next one, and its end to the end of all. */
  #alternatives(place: Place, first: number): void {
    const starts: number[] = [];
    for (;;) {
      const start = this.#steps.length;
      if (this.#pattern({ ...place, isInside: true })) break;
      if (this.#steps.length === start) refuse();
      starts.push(start);
      this.#steps.push(step({ depth: place.depth }));
    }
    this.#expect("]");
    if (starts.length === 0 || starts[0] !== first) refuse();
    this.#steps.pop();
    starts.forEach((start, i) => {
      const next = starts[i + 1];
      if (next === undefined) return;
      const end = stepAt(this.#steps, next - 1);
      stepAt(this.#steps, start).alternative = next;
      end.alternative = this.#steps.length;
      end.isDeadEnd = true;
    });
  }

  /** `((a) (b))`, or a pattern with its predicates. */
  #group(place: Place): void {
    let { isImmediate } = place;
    for (;;) {
      if (this.#takes(".")) isImmediate = true;
      if (this.#pattern({ ...place, isImmediate })) break;
      isImmediate = false;
    }
    this.#expect(")");
  }

  #node(place: Place, first: number): void {
    const name = this.#take();
    if (!isName(name) || name === "MISSING") refuse();
    const kind = name === "_" ? anyKind : this.#kindOf(name, true);
    this.#steps.push(step({ ...place, kind, isNamed: kind === anyKind }));
    const negated: number[] = [];
    let isImmediate = false;
    let last = noStep;
    for (;;) {
      if (this.#takes("!")) {
        negated.push(this.#fieldOf(this.#take()));
        continue;
      }
      if (this.#takes(".")) isImmediate = true;
      const start = this.#steps.length;
      if (this.#pattern({ depth: place.depth + 1, isImmediate, isInside: place.isInside })) break;
      last = this.#steps.length === start ? start - 1 : start;
      isImmediate = false;
    }
    this.#expect(")");
    if (isImmediate) this.#markLastChild(last);
    stepAt(this.#steps, first).negatedFields = negated;
  }

  #markLastChild(last: number): void {
    if (last === noStep) refuse();
    for (let i = last; i !== noStep && i < this.#steps.length; i = stepAt(this.#steps, i).alternative) {
      stepAt(this.#steps, i).isLastChild = true;
    }
  }

  #fieldPattern(name: string, place: Place, first: number): void {
    this.#expect(":");
    if (this.#pattern(place)) refuse();
    const field = this.#fieldOf(name);
    this.#eachBranch(first, (branch) => {
      branch.field = field;
    });
  }

  /** Captures and quantifiers after a pattern. */
  #suffixes({ depth, isInside }: Place, first: number): void {
    let quantifier = "";
    for (;;) {
      const token = this.#tokens[this.#at] ?? "";
      if (token.startsWith("@")) {
        const capture = this.#captureOf(token.slice(1));
        this.#eachBranch(first, ({ captures }) => {
          if (captures.push(capture) > capturesOfStep) refuse();
        });
      } else if ((token === "*" || token === "+" || token === "?") && quantifier === "") quantifier = token;
      else if (token === "*" || token === "+" || token === "?") refuse();
      else break;
      this.#at++;
    }
    if (quantifier === "") return;
    if (isInside || depth === 0) refuse();
    if (quantifier !== "?") this.#steps.push(step({ depth, isPassThrough: true, alternative: first }));
    if (quantifier === "+") return;
    // The last of the branches may be left out.
    const end = quantifier === "*" ? this.#steps.length - 1 : this.#steps.length;
    let branch = stepAt(this.#steps, first);
    while (branch.alternative !== noStep && branch.alternative < end) branch = stepAt(this.#steps, branch.alternative);
    branch.alternative = this.#steps.length;
    branch.isSkip = true;
  }

  /** Calls `act` with the first step of each alternative of a pattern. */
  #eachBranch(first: number, act: (branch: Step) => void): void {
    for (let i = first; ; ) {
      const branch = stepAt(this.#steps, i);
      act(branch);
      if (branch.alternative <= i || branch.alternative >= this.#steps.length) return;
      i = branch.alternative;
    }
  }

  /** Reads a predicate or a directive. Directives other than `#set!` change what editors show, and not what matches. */
  #condition(): void {
    const operator = this.#take().slice(1);
    const values = this.#values();
    if (operator === "set!") this.#properties = { ...this.#properties, ...propertyOf(values) };
    else if (!operator.endsWith("!")) this.#predicates.push(readPredicate(operator, values) ?? refuse());
  }

  #values(): readonly Value[] {
    const values: Value[] = [];
    for (let token = this.#take(); token !== ")"; token = this.#take()) {
      if (token.startsWith("@")) values.push({ capture: this.#captureNames.indexOf(token.slice(1)) });
      else if (isString(token)) values.push({ text: unquoted(token) });
      else if (isName(token)) values.push({ text: token });
      else refuse();
    }
    return values;
  }

  #kindOf(name: string, isNamed: boolean): number {
    const kind = isNamed && name === "ERROR" ? errorKind : this.#grammar.idForNodeType(name, isNamed);
    // A kind that is not visible is a supertype.
    if (kind === null || (kind !== errorKind && !this.#grammar.nodeTypeIsVisible(kind))) refuse();
    return kind;
  }

  #fieldOf(name: string): number {
    return this.#grammar.fieldIdForName(name) ?? refuse();
  }

  #captureOf(name: string): number {
    const known = this.#captureNames.indexOf(name);
    return known < 0 ? this.#captureNames.push(name) - 1 : known;
  }

  #next(): string {
    return this.#tokens[this.#at] ?? refuse();
  }

  #take(): string {
    const token = this.#next();
    this.#at++;
    return token;
  }

  #takes(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at++;
    return true;
  }

  #expect(token: string): void {
    if (this.#take() !== token) refuse();
  }
}

function propertyOf([key, value, ...more]: readonly Value[]): Properties {
  if (key === undefined || "capture" in key || more.length > 0) refuse();
  if (value !== undefined && "capture" in value) refuse();
  return { [key.text]: value?.text ?? null };
}

/** The position of a pattern in another one. */
type Place = { readonly depth: number; readonly isImmediate: boolean; readonly isInside: boolean };

function refuse(): never {
  throw new LeftToTreeSitter();
}

function step(given: Partial<Step> & Pick<Step, "depth">): Step {
  return {
    kind: given.kind ?? anyKind,
    isNamed: given.isNamed ?? false,
    depth: given.depth,
    isImmediate: given.isImmediate ?? false,
    isPassThrough: given.isPassThrough ?? false,
    field: 0,
    captures: [],
    hasCaptures: false,
    negatedFields: [],
    isLastChild: false,
    alternative: given.alternative ?? noStep,
    isSkip: false,
    isDeadEnd: false,
  };
}

function stepAt(steps: readonly Step[], index: number): Step {
  return steps[index] ?? refuse();
}

function tokensOf(source: string): readonly string[] {
  const tokens: string[] = [];
  const rest = /\S/g;
  for (let found = rest.exec(source); found !== null; found = rest.exec(source)) {
    tokenPattern.lastIndex = found.index;
    const token = tokenPattern.exec(source)?.[0] ?? refuse();
    if (!token.startsWith(";")) tokens.push(token);
    rest.lastIndex = found.index + token.length;
  }
  return tokens;
}

function isString(token: string): boolean {
  return token.startsWith('"');
}

function isName(token: string): boolean {
  return /^[\w-]/.test(token);
}

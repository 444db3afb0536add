/**
 * The matcher of patterns for flat trees. Input: a compiled pattern, and a tree; output: the nodes at which it matches, with what its
 * metavariables stand for. All parts of a pattern have to be there; words and signs of the code that the pattern lacks are passed over,
 * and so are comments, and what follows the last part of the pattern in the same node, such as an `else`.
 */
import { type FlatTree, nodeFlags, noNode } from "../flat/flat-tree.ts";
import type { ChainNode, CompiledPattern, PatternNode, Reading } from "./compile-pattern.ts";

/** The nodes that a metavariable stands for: from `first` up to `end`, next to each other. `first` is noNode for none. */
export type Bound = {
  readonly first: number;
  readonly last: number;
  /** The number of nodes with names, without comments. */
  readonly count: number;
};

/** Metavariable by its name, with its signs → nodes. */
export type Bindings = Map<string, Bound>;

/** Comparisons of nodes for one place of the code: several `$$$` in a row can stand for many combinations of nodes. */
const maxSteps = 20_000;

/** Comparisons for the conditions of one place: patterns are compared with all that is around it. */
const maxConditionSteps = 100_000;

/** Comparisons for one file, about a second: further places are not decided. */
const maxFileSteps = 20_000_000;

/** Thrown at a place that takes too many comparisons. */
class TooManySteps extends Error {}

/** Compares the nodes of a tree with patterns. */
export class PatternMatcher {
  readonly #tree: FlatTree;
  /** The text that was parsed, and the text of the file of equal length. */
  readonly #text: string;
  readonly #whole: string;
  readonly #likeKinds: Uint16Array;
  readonly #delimiters: ReadonlySet<string>;
  #bindings: Bindings = new Map();
  /** The statements of the pattern after its first one: more of the same list may follow them. */
  #following: readonly PatternNode[] = [];
  /** Comparisons for this place that are left, and for this file. */
  #left = 0;
  #leftOfFile = maxFileSteps;
  #end = 0;
  #matchKind = "";
  /** Places that took too many comparisons. */
  undecided = 0;
  /** True for matches that can be replaced: no word or sign of the code is passed over, except separators, nor follows in a list. */
  isStrict = false;

  /** The offset after the last part of the code that the last match needed. */
  get matchEnd(): number {
    return this.#end;
  }

  /** The kind of node that the pattern of the last match was read as. */
  get matchKind(): string {
    return this.#matchKind;
  }

  /**
   * @param likeKinds kind → the kind that it is compared as, see likeKindsOf
   * @param delimiters kinds of nodes whose quotes are compared as one sort
   */
  constructor(tree: FlatTree, text: string, whole: string, likeKinds: Uint16Array, delimiters: readonly string[]) {
    this.#tree = tree;
    this.#likeKinds = likeKinds;
    this.#delimiters = new Set(delimiters);
    this.#text = text;
    this.#whole = whole;
  }

  /** Returns what the metavariables stand for if a pattern matches at a node; undefined otherwise. */
  matchAt(pattern: CompiledPattern, node: number): Bindings | undefined {
    if (!this.#mayBegin(pattern, node)) return undefined;
    return this.#within(maxSteps, () => this.#bindingsAt(pattern, node));
  }

  /** Returns true if the conditions of a place hold; of one that takes too many comparisons false, and it is counted. */
  decides(holds: () => boolean): boolean {
    return this.#within(maxConditionSteps, holds) ?? false;
  }

  /**
   * True if a pattern matches at a node, as a part of the conditions of a place.
   *
   * @param known what metavariables of the same names stand for already
   */
  holdsAt(pattern: CompiledPattern, node: number, known: Bindings): boolean {
    this.step();
    return this.#mayBegin(pattern, node) && this.#bindingsAt(pattern, node, known) !== undefined;
  }

  /** Counts a comparison. */
  step(): void {
    if (--this.#left < 0 || --this.#leftOfFile < 0) throw new TooManySteps();
  }

  #within<Result>(steps: number, decide: () => Result): Result | undefined {
    this.#left = steps;
    try {
      return decide();
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
      this.undecided++;
      return undefined;
    }
  }

  #bindingsAt({ readings }: CompiledPattern, node: number, known?: Bindings): Bindings | undefined {
    for (const reading of readings) {
      if (this.isStrict && reading.isLoose) continue;
      const bindings = this.#bindingsOf(reading, node, known);
      if (bindings === undefined || (reading.isLoose && this.#hasEmpty(bindings))) continue;
      this.#matchKind = reading.kind;
      return bindings;
    }
    return undefined;
  }

  /** True if a metavariable is only a `;`, which some grammars read as a statement without code. */
  #hasEmpty(bindings: Bindings): boolean {
    const tree = this.#tree;
    return [...bindings.values()].some(
      ({ first }) => first !== noNode && this.#text.slice(tree.start(first), tree.end(first)) === ";",
    );
  }

  /** True for a node of the kind of a pattern, in one of its readings. */
  #mayBegin({ root, readings }: CompiledPattern, node: number): boolean {
    const kind = this.#kindOf(node);
    return kind === root.kind || (readings.length > 1 && readings.some((one) => one.root.kind === kind));
  }

  #bindingsOf({ root, following }: Reading, node: number, known?: Bindings): Bindings | undefined {
    this.#bindings = new Map(known);
    this.#following = following;
    this.#end = 0;
    if (root.type === "chain" && this.#isInChain(root, node)) return undefined;
    const next = this.#tree.nextSibling(node);
    const matchesRest = () => following.length === 0 || this.#matchList(following, 0, next, () => true);
    return this.#matches(root, node, matchesRest) ? this.#bindings : undefined;
  }

  /** @param rest matches what follows in the pattern: the first way in which it does counts */
  #matches(goal: PatternNode, node: number, rest: () => boolean): boolean {
    this.step();
    const tree = this.#tree;
    if (goal.type === "hole") {
      if (!this.#isCode(node)) return false;
      return this.#bind(goal.hole, { first: node, last: node, count: 1 }, () => this.#reaches(node, rest));
    }
    if (goal.type === "chain") return this.#matchChain(goal, node, rest);
    if (this.#kindOf(node) !== goal.kind || this.#isMissing(node)) return false;
    if (goal.type === "inner") {
      if (!this.#mayEnd(goal.children, node) || this.#isEmptied(goal.children, node)) return false;
      const first = tree.firstChild(node);
      if (this.#matchList(goal.children, 0, first, rest)) return true;
      return goal.otherwise !== undefined && this.#matchList(goal.otherwise, 0, first, rest);
    }
    return this.#hasText(node, goal) && this.#reaches(node, rest);
  }

  /** Compares a name or a literal as it was parsed, an operator as the file has it: masking writes `==` for `>=` in templates. */
  #hasText(node: number, { isNamed, text, isExact }: Extract<PatternNode, { readonly type: "leaf" }>): boolean {
    if (isNamed) {
      const own = this.#textOf(node, node, this.#text);
      if (own === text || isExact) return own === text;
      return this.#delimiters.has(this.#tree.type(node)) && withoutSort(own) === withoutSort(text);
    }
    return !operator.test(text) || this.#textOf(node, node, this.#whole) === text;
  }

  /** Matches the rest after a node that is a part of the match. */
  #reaches(node: number, rest: () => boolean): boolean {
    const before = this.#end;
    this.#end = Math.max(before, this.#tree.end(node));
    if (rest()) return true;
    this.#end = before;
    return false;
  }

  /** Matches the goals from an index on with siblings from a node on. */
  #matchList(goals: readonly PatternNode[], index: number, from: number, rest: () => boolean): boolean {
    const tree = this.#tree;
    this.step();
    const goal = goals[index];
    if (goal === undefined) return (!this.isStrict || goals === this.#following || this.#isEnd(from)) && rest();
    if (goal.type === "hole" && goal.hole.isMany) return this.#matchMany(goals, index, from, rest);
    for (let node = from; node !== noNode; node = tree.nextSibling(node)) {
      const next = tree.nextSibling(node);
      if (this.#matches(goal, node, () => this.#matchList(goals, index + 1, next, rest))) return true;
      if (this.#isCode(node) || (this.isStrict && this.#isSign(node))) break;
    }
    // `f(a, $$$)` also stands for `f(a)`.
    const following = goals[index + 1];
    if (index === 0 || !isSeparating(goal) || following?.type !== "hole" || !following.hole.isMany) return false;
    return this.#bind(following.hole, none, () => this.#matchList(goals, index + 2, from, rest));
  }

  /** `$$$`: the fewest nodes after which the next part of the pattern matches, or all if there is none. */
  #matchMany(goals: readonly PatternNode[], index: number, from: number, rest: () => boolean): boolean {
    const goal = goals[index];
    if (goal?.type !== "hole") return false;
    const tree = this.#tree;
    const after = afterSeparators(goals, index + 1);
    const next = goals[after];
    if (next === undefined) {
      let last = noNode;
      for (let node = from; node !== noNode; node = tree.nextSibling(node)) last = node;
      const bound = this.#boundOf(from, last);
      return this.#bind(goal.hole, bound, () => (last === noNode ? rest() : this.#reaches(last, rest)));
    }
    let bound = none;
    for (let node = from; ; node = tree.nextSibling(node)) {
      const isNextMany = next.type === "hole" && next.hole.isMany;
      const start = node;
      const matchRest = () => {
        if (isNextMany) return this.#matchList(goals, after, start, rest);
        if (start === noNode) return false;
        return this.#matches(next, start, () => this.#matchList(goals, after + 1, tree.nextSibling(start), rest));
      };
      if (this.#bind(goal.hole, bound, matchRest)) return true;
      if (node === noNode) return false;
      bound = this.#withNode(bound, node);
    }
  }

  /** `first << $$$`: the first operand is the leftmost one, if it can be. */
  #matchChain(goal: ChainNode, node: number, rest: () => boolean): boolean {
    const starts = goal.mayBeEmpty ? [{ first: node, operands: none }] : [];
    let { last, count } = none;
    for (let link = this.#linkAt(goal, node); link !== undefined; link = this.#linkAt(goal, link.left)) {
      this.step();
      if (count === 0) last = link.operand;
      count++;
      starts.push({ first: link.left, operands: { first: link.operand, last, count } });
    }
    const matchesRest = () => this.#reaches(node, rest);
    return starts
      .reverse()
      .some(({ first, operands }) =>
        this.#matches(goal.first, first, () => this.#bind(goal.hole, operands, matchesRest)),
      );
  }

  /** The operands of a node with the operator of a chain; undefined for any other node. */
  #linkAt({ kind, operator: sign }: ChainNode, node: number): { left: number; operand: number } | undefined {
    if (this.#kindOf(node) !== kind) return undefined;
    const left = this.#partFrom(this.#tree.firstChild(node));
    const operator = this.#partAfter(left);
    const operand = this.#partAfter(operator);
    if (operand === noNode || this.#partAfter(operand) !== noNode) return undefined;
    return this.#textOf(operator, operator, this.#whole) === sign ? { left, operand } : undefined;
  }

  /** The first node from a sibling on that is not a comment. */
  #partFrom(sibling: number): number {
    const { flags } = this.#tree;
    let node = sibling;
    while (node !== noNode && ((flags[node] ?? 0) & nodeFlags.extra) !== 0) node = this.#tree.nextSibling(node);
    return node;
  }

  #partAfter(node: number): number {
    return node === noNode ? noNode : this.#partFrom(this.#tree.nextSibling(node));
  }

  /** False for a node that cannot match `first << $$$ << last`, since it ends with something else than `last`. */
  #mayEnd([first, , last]: readonly PatternNode[], node: number): boolean {
    if (first?.type !== "chain" || !first.mayBeEmpty || last === undefined || last.type === "hole") return true;
    const operand = this.#linkAt(first, node)?.operand;
    if (operand === undefined || this.#kindOf(operand) !== last.kind) return false;
    return last.type !== "leaf" || this.#hasText(operand, last);
  }

  /** True for brackets with code that masking has taken away, if the pattern has none in them: `SIGNAL(clicked())`. */
  #isEmptied(goals: readonly PatternNode[], node: number): boolean {
    if (goals.length !== 2 || this.#text === this.#whole || goals.some(({ type }) => type !== "leaf")) return false;
    const first = this.#tree.firstChild(node);
    const last = first === noNode ? noNode : this.#tree.nextSibling(first);
    if (last === noNode) return false;
    const [from, to] = [this.#tree.end(first), this.#tree.start(last)];
    return /\S/.test(this.#whole.slice(from, to)) && !/\S/.test(this.#text.slice(from, to));
  }

  /** True for a node that is not the whole of a chain: a further operand follows it. */
  #isInChain(chain: ChainNode, node: number): boolean {
    const parent = this.#tree.parents[node] ?? noNode;
    return parent !== noNode && this.#linkAt(chain, parent)?.left === node;
  }

  /** Matches the rest while a metavariable stands for nodes. */
  #bind(
    { name, isMany }: { readonly name: string | undefined; readonly isMany: boolean },
    bound: Bound,
    rest: () => boolean,
  ): boolean {
    if (name === undefined) return rest();
    const key = (isMany ? "$$$" : "$") + name;
    const known = this.#bindings.get(key);
    if (known !== undefined) return this.#areEqual(known, bound) && rest();
    this.#bindings.set(key, bound);
    if (rest()) return true;
    this.#bindings.delete(key);
    return false;
  }

  /** Siblings without signs at both ends. */
  #boundOf(from: number, to: number): Bound {
    let bound = none;
    for (let node = from; node !== noNode; node = this.#tree.nextSibling(node)) {
      bound = this.#withNode(bound, node);
      if (node === to) break;
    }
    return bound;
  }

  /** The nodes with a further one, unless it is a sign. */
  #withNode({ first, last, count }: Bound, node: number): Bound {
    if (!this.#tree.isNamed(node) && this.#textOf(node, node, this.#text) !== variadic) return { first, last, count };
    return { first: first === noNode ? node : first, last: node, count: this.#isCode(node) ? count + 1 : count };
  }

  #areEqual(one: Bound, other: Bound): boolean {
    if (one.first === noNode || other.first === noNode) return one.first === other.first;
    if (this.#textOf(one.first, one.last, this.#whole) === this.#textOf(other.first, other.last, this.#whole))
      return true;
    if (one.count !== other.count) return false;
    const [ofOne, ofOther] = [this.#leavesOf(one), this.#leavesOf(other)];
    return (
      ofOne.length === ofOther.length && ofOne.every((leaf, i) => this.#areEqualLeaves(leaf, ofOther[i] ?? noNode))
    );
  }

  #areEqualLeaves(one: number, other: number): boolean {
    if (this.#kindOf(one) !== this.#kindOf(other)) return false;
    return this.#textOf(one, one, this.#whole) === this.#textOf(other, other, this.#whole);
  }

  #kindOf(node: number): number {
    return this.#likeKinds[this.#tree.kinds[node] ?? 0] ?? 0;
  }

  /** The leaves without comments. */
  #leavesOf({ first, last }: Bound): readonly number[] {
    const tree = this.#tree;
    const leaves: number[] = [];
    const end = tree.nexts[last] ?? tree.size;
    for (let node = first; node < end; node++) {
      if (((tree.flags[node] ?? 0) & nodeFlags.extra) !== 0) node = (tree.nexts[node] ?? end) - 1;
      else if (tree.firstChild(node) === noNode) leaves.push(node);
    }
    return leaves;
  }

  /** True for a word or a sign of the code that separates nothing. */
  #isSign(node: number): boolean {
    const { named, extra } = nodeFlags;
    return (
      ((this.#tree.flags[node] ?? 0) & (named | extra)) === 0 && !separators.has(this.#textOf(node, node, this.#text))
    );
  }

  /** True if what is left of the nodes next to each other is a clause of its own, such as an `else`, and not more of the same list. */
  #isEnd(from: number): boolean {
    const tree = this.#tree;
    for (let node = from; node !== noNode; node = tree.nextSibling(node)) {
      if (this.#isCode(node)) return true;
      const isExtra = ((tree.flags[node] ?? 0) & nodeFlags.extra) !== 0;
      if (!isExtra && this.#textOf(node, node, this.#text) !== ";") return false;
    }
    return true;
  }

  /** True for a node that a pattern has to match: it has a name, and comments do not count. */
  #isCode(node: number): boolean {
    return ((this.#tree.flags[node] ?? 0) & (nodeFlags.named | nodeFlags.extra)) === nodeFlags.named;
  }

  #isMissing(node: number): boolean {
    return ((this.#tree.flags[node] ?? 0) & nodeFlags.missing) !== 0;
  }

  #textOf(first: number, last: number, text: string): string {
    return text.slice(this.#tree.start(first), this.#tree.end(last));
  }
}

/** Returns all quotes as double ones. */
function withoutSort(quotes: string): string {
  return quotes.replaceAll("'", '"');
}

/** Matches an operator. */
const operator = /^[-+*/%&|^~!=<>?.]+$/;

/** The sign that is a parameter of its own. */
const variadic = "...";

/** Signs between the nodes that a metavariable stands for. */
const separators: ReadonlySet<string> = new Set([",", ";"]);

const none: Bound = { first: noNode, last: noNode, count: 0 };

/** The index of the first goal from an index on that does not separate others; the number of goals if all do. */
function afterSeparators(goals: readonly PatternNode[], index: number): number {
  let at = index;
  for (let goal = goals[at]; goal !== undefined && isSeparating(goal); goal = goals[at]) at++;
  return at;
}

function isSeparating(goal: PatternNode): boolean {
  return goal.type === "leaf" && !goal.isNamed && separators.has(goal.text);
}

/**
 * The matching of a compiled query in a flat tree, with the same matches in the same order as tree-sitter's query
 * cursor. Input: the query, a tree and its text; output: matches with their captures.
 */
import { errorKind, type FlatTree, noNode } from "../flat/flat-tree.ts";
import {
  anyKind,
  type CompiledQuery,
  doneDepth,
  type Entry,
  noStep,
  type Properties,
  type Step,
} from "./compile-query.ts";
import type { Found } from "./predicate.ts";

/** A match of a pattern, with what it captured in the order of the tree. */
export type Match = {
  readonly pattern: number;
  readonly captures: readonly Capture[];
  /** The values of `#set!` for the pattern; undefined if it has none. */
  readonly properties?: Properties | undefined;
};

type Capture = { readonly name: string; readonly node: number };

/**
 * The matches of a query in a tree, in the order in which tree-sitter's query cursor finds them.
 *
 * Each node that can be the outermost one of a pattern is tried by itself, and no further than the pattern reaches:
 * what tree-sitter keeps in one list of states for the whole tree is a short list here.
 *
 * @param text that the tree is of, for predicates
 * @param isAsked whether a pattern is to be matched
 */
export function matchesIn(
  query: CompiledQuery,
  tree: FlatTree,
  text: string,
  isAsked: (pattern: number) => boolean,
): readonly Match[] {
  const { entries, captureNames, predicates, properties } = query;
  const asked: (readonly Entry[] | undefined)[] = [];
  for (const [kind, all] of entries) {
    const some = all.filter(({ pattern }) => isAsked(pattern));
    if (some.length > 0 && kind !== errorKind) asked[kind] = some;
  }
  const askedOfErrors = entries.get(errorKind)?.filter(({ pattern }) => isAsked(pattern));
  const finished: Finished[] = [];
  const attempt = new Attempt(query, tree, finished);
  const { kinds, size } = tree;
  for (let node = 0; node < size; node++) {
    const kind = kinds[node] ?? 0;
    const tried = kind === errorKind ? askedOfErrors : asked[kind];
    if (tried === undefined) continue;
    for (const entry of tried) {
      if (entry.lone !== undefined) {
        finished.push({ pattern: entry.pattern, root: node, at: node, found: withCaptures(nothing, entry.lone, node) });
      } else if (mayMatch(entry, tree, node)) attempt.run(entry, node);
    }
  }
  finished.sort((a, b) => a.at - b.at || a.root - b.root || a.pattern - b.pattern);
  const matches: Match[] = [];
  for (const { pattern, found } of finished) {
    if (!(predicates[pattern] ?? []).every((holds) => holds(found, tree, text))) continue;
    const captures: Capture[] = [];
    for (let i = 0; i < found.length; i += 2) {
      captures.push({ name: captureNames[found[i] ?? 0] ?? "", node: found[i + 1] ?? 0 });
    }
    matches.push({ pattern, captures, properties: properties[pattern] });
  }
  return matches;
}

/** False when no child is what the first step below the outermost one looks for. */
function mayMatch({ firstChildren }: Entry, tree: FlatTree, node: number): boolean {
  if (firstChildren === undefined) return true;
  const { kinds, fields, nexts } = tree;
  const end = nexts[node] ?? 0;
  for (let child = node + 1; child < end; child = nexts[child] ?? end) {
    const kind = kinds[child];
    const field = fields[child];
    for (const step of firstChildren) {
      if ((step.kind === kind || step.kind === anyKind) && (step.field === 0 || step.field === field)) return true;
    }
  }
  return false;
}

type Finished = {
  readonly pattern: number;
  readonly root: number;
  /** The node at which the match was complete. */
  readonly at: number;
  readonly found: Found;
};

/** One way in which a pattern may go on: lib/src/query.c, QueryState. */
type State = {
  /** The step that is looked for. */
  step: number;
  /** Captures so far; shared by states and never changed. */
  found: Found;
  /** Only the very next sibling is fit. */
  seeksImmediate: boolean;
  /** Another state holds the same captures and may come to hold more. */
  hasAlternatives: boolean;
  /** It has not been compared with the other states yet. */
  isNew: boolean;
  /** An optional step was left out, so that an anchor right after it means nothing. */
  skippedQuantifier: boolean;
};

const nothing: Found = [];

/** The search for the matches of one pattern with one outermost node, and then of another one. */
class Attempt {
  readonly #steps: readonly Step[];
  readonly #tree: FlatTree;
  readonly #finished: Finished[];
  #states: State[] = [];
  /** The list that the next node's states are put into. */
  #spare: State[] = [];
  #pattern = 0;
  #root = 0;

  constructor({ steps }: CompiledQuery, tree: FlatTree, finished: Finished[]) {
    this.#steps = steps;
    this.#tree = tree;
    this.#finished = finished;
  }

  /** Goes through the nodes below the outermost one, as deep as a state looks for one. */
  run({ pattern, step }: Entry, root: number): void {
    this.#pattern = pattern;
    this.#root = root;
    this.#states = [stateAt(step)];
    const { nexts, parents } = this.#tree;
    let node = root;
    let depth = 0;
    for (;;) {
      this.#enter(node, depth);
      if (this.#states.length === 0) return;
      if (this.#looksBelow(depth) && this.#tree.firstChild(node) !== noNode) {
        node++;
        depth++;
        continue;
      }
      for (;;) {
        this.#leave(depth);
        if (this.#states.length === 0) return;
        const next = nexts[node] ?? 0;
        if (depth === 0) {
          for (const state of this.#states) this.#finish(state, next);
          return;
        }
        const parent = parents[node] ?? 0;
        if (next < (nexts[parent] ?? 0)) {
          node = next;
          break;
        }
        node = parent;
        depth--;
      }
    }
  }

  #looksBelow(depth: number): boolean {
    for (const { step } of this.#states) {
      const next = this.#step(step).depth;
      if (next !== doneDepth && next > depth) return true;
    }
    return false;
  }

  /** Drops the states that looked for something below a node. */
  #leave(depth: number): void {
    const states = this.#states;
    let kept = 0;
    for (const state of states) {
      const next = this.#step(state.step).depth;
      if (next === doneDepth || next <= depth) states[kept++] = state;
    }
    states.length = kept;
  }

  #enter(node: number, depth: number): void {
    const states = this.#spare;
    states.length = 0;
    for (const state of this.#states) {
      const step = this.#step(state.step);
      state.hasAlternatives = false;
      if (step.depth !== depth) {
        states.push(state);
        continue;
      }
      const fits = this.#fits(step, node);
      const laterCanMatch = this.#laterCanMatch(state, step, node);
      if (!fits) {
        if (laterCanMatch) states.push(state);
        continue;
      }
      const goesOn = laterCanMatch && (step.hasCaptures || this.#isFallible(state.step));
      const passing = goesOn ? copyOf(state, state.step) : undefined;
      if (step.captures.length > 0) state.found = withCaptures(state.found, step.captures, node);
      state.step++;
      const next = this.#step(state.step);
      state.seeksImmediate = step.kind === anyKind && !step.isNamed && next.isImmediate;
      state.skippedQuantifier = false;
      state.isNew = true;
      states.push(state);
      if (next.alternative !== noStep) this.#branch(states, node);
      if (passing !== undefined) states.push(passing);
    }
    this.#spare = this.#states;
    this.#states = states;
    if (states.length > 1) this.#keepLongest();
    let kept = 0;
    for (const state of states) {
      if (this.#step(state.step).depth === doneDepth && !state.hasAlternatives) this.#finish(state, node);
      else states[kept++] = state;
    }
    states.length = kept;
  }

  /** True if a later sibling of a node may match a step. */
  #laterCanMatch(state: State, step: Step, node: number): boolean {
    if (state.seeksImmediate) return false;
    const tree = this.#tree;
    if (step.isImmediate && !state.skippedQuantifier && tree.isNamed(node)) return false;
    let next = tree.nextSibling(node);
    if (step.field === 0 || tree.fields[node] !== step.field) return next !== noNode;
    while (next !== noNode && tree.fields[next] !== step.field) next = tree.nextSibling(next);
    return next !== noNode;
  }

  #fits(step: Step, node: number): boolean {
    const tree = this.#tree;
    const kind = tree.kinds[node];
    if (step.kind === anyKind ? kind === errorKind || (step.isNamed && !tree.isNamed(node)) : kind !== step.kind) {
      return false;
    }
    if (step.field !== 0 && tree.fields[node] !== step.field) return false;
    if (step.isLastChild && this.#hasLaterNamedSibling(node)) return false;
    for (const field of step.negatedFields) if (tree.childByField(node, field) !== noNode) return false;
    return true;
  }

  #hasLaterNamedSibling(node: number): boolean {
    const tree = this.#tree;
    for (let next = tree.nextSibling(node); next !== noNode; next = tree.nextSibling(next)) {
      if (tree.isNamed(next)) return true;
    }
    return false;
  }

  /** True for a step with steps below it, which may find nothing. */
  #isFallible(index: number): boolean {
    const next = this.#step(index + 1);
    return next.depth !== doneDepth && next.depth > this.#step(index).depth;
  }

  /** Adds states for the alternatives of the step that the last state has come to. */
  #branch(states: State[], node: number): void {
    for (let i = states.length - 1; i < states.length; i++) {
      const state = states[i];
      if (state === undefined) return;
      const step = this.#step(state.step);
      if (step.alternative === noStep) continue;
      if (step.isDeadEnd) {
        state.step = step.alternative;
        i--;
        continue;
      }
      const at = i;
      if (step.isPassThrough) {
        state.step++;
        i--;
      }
      if (step.isSkip && step.isLastChild && this.#hasLaterNamedSibling(node)) continue;
      const copy = copyOf(state, step.alternative);
      if (step.isPassThrough) copy.seeksImmediate = true;
      if (step.isSkip && !step.isImmediate) {
        copy.skippedQuantifier = this.#step(step.alternative).depth === step.depth;
      } else if (step.isSkip && this.#step(state.step - 1).depth < step.depth) {
        copy.seeksImmediate = true;
      }
      if (at + 1 === states.length) states.push(copy);
      else states.splice(at + 1, 0, copy);
    }
  }

  /**
   * Drops states whose captures another state at the same step holds, too, and marks states that wait for longer ones.
   *
   * Only pairs with a new state are compared, since a hostile text makes long lists; with a state that waits at the end
   * of the pattern, all are.
   */
  #keepLongest(): void {
    const states = this.#states;
    const isWaiting = states.some(({ isNew, step }) => !isNew && this.#step(step).depth === doneDepth);
    if (!isWaiting && !states.some(({ isNew }) => isNew)) return;
    this.#sortByFirstCapture();
    let first = isWaiting ? 0 : states.findIndex(({ isNew }) => isNew);
    let last = isWaiting ? states.length - 1 : states.findLastIndex(({ isNew }) => isNew);
    const drop = (index: number) => {
      states.splice(index, 1);
      if (index < first) first--;
      if (index <= last) last--;
    };
    for (let i = 0; i <= last; i++) {
      const state = this.#state(i);
      const { isNew } = state;
      for (let j = isNew ? i + 1 : Math.max(i + 1, first); j < (isNew ? states.length : last + 1); j++) {
        const other = this.#state(j);
        if (this.#isBehind(other, state)) break;
        const { leftHoldsRight, rightHoldsLeft } = this.#compare(state.found, other.found);
        const isSameStep = state.step === other.step;
        if (leftHoldsRight) {
          if (isSameStep && (other.seeksImmediate || !state.seeksImmediate)) {
            drop(j--);
            continue;
          }
          other.hasAlternatives = true;
        }
        if (rightHoldsLeft) {
          if (isSameStep && (state.seeksImmediate || !other.seeksImmediate)) {
            drop(i--);
            break;
          }
          state.hasAlternatives = true;
        }
      }
    }
    for (const state of states) state.isNew = false;
  }

  /** Most lists have two states, in order. */
  #sortByFirstCapture(): void {
    const states = this.#states;
    for (let i = 1; i < states.length; i++) {
      const state = this.#state(i);
      const start = this.#firstStart(state);
      let to = i;
      for (; to > 0 && this.#firstStart(this.#state(to - 1)) > start; to--) states[to] = this.#state(to - 1);
      states[to] = state;
    }
  }

  /** The start of the first captured node; -1 without one. */
  #firstStart({ found }: State): number {
    return found.length === 0 ? -1 : this.#tree.start(found[1] ?? 0);
  }

  /** True when all that a state captured begins after what another one captured last. */
  #isBehind(state: State, { found }: State): boolean {
    const last = found.at(-1);
    return state.found.length > 0 && last !== undefined && this.#firstStart(state) >= this.#tree.end(last);
  }

  #compare(left: Found, right: Found) {
    let leftHoldsRight = true;
    let rightHoldsLeft = true;
    let i = 0;
    let j = 0;
    while (i < left.length && j < right.length) {
      const order = left[i] === right[j] && left[i + 1] === right[j + 1] ? 0 : this.#order(left[i + 1], right[j + 1]);
      if (order !== 0) {
        if (order <= 0 || Number.isNaN(order)) rightHoldsLeft = false;
        if (order >= 0 || Number.isNaN(order)) leftHoldsRight = false;
      }
      if (!(order > 0)) i += 2;
      if (!(order < 0)) j += 2;
    }
    if (i < left.length) rightHoldsLeft = false;
    if (j < right.length) leftHoldsRight = false;
    return { leftHoldsRight, rightHoldsLeft };
  }

  /** Negative where the left node is first: by start, then the longer one. NaN for other captures at the same place. */
  #order(left = 0, right = 0): number {
    if (left === right) return Number.NaN;
    const { starts, ends } = this.#tree;
    return (starts[left] ?? 0) - (starts[right] ?? 0) || (ends[right] ?? 0) - (ends[left] ?? 0) || Number.NaN;
  }

  #finish({ found }: State, at: number): void {
    this.#finished.push({ pattern: this.#pattern, root: this.#root, at, found });
  }

  #step(index: number): Step {
    const step = this.#steps[index];
    if (step === undefined) throw new Error(`no step ${index}`);
    return step;
  }

  #state(index: number): State {
    const state = this.#states[index];
    if (state === undefined) throw new Error(`no state ${index}`);
    return state;
  }
}

function stateAt(step: number): State {
  return {
    step,
    found: nothing,
    seeksImmediate: true,
    hasAlternatives: false,
    isNew: false,
    skippedQuantifier: false,
  };
}

function copyOf({ found, seeksImmediate, hasAlternatives, isNew, skippedQuantifier }: State, step: number): State {
  return { step, found, seeksImmediate, hasAlternatives, isNew, skippedQuantifier };
}

function withCaptures(found: Found, captures: readonly number[], node: number): Found {
  const more = found.slice();
  for (const capture of captures) more.push(capture, node);
  return more;
}

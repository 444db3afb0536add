/**
 * The groups `#if … #endif` of a C++ text. Input: its tokens; output: for each group the branch that stays if one must
 * be chosen, and whether the brackets in each branch are balanced.
 */
import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";
import { Assumptions } from "./conditions.ts";

/** One `#if … #endif`: the indices of its directives, the last one is `#endif` or the end of the text. */
export type Group = {
  readonly directives: number[];
  /** The branch that stays when one must be chosen. */
  chosen: number;
  /** True if each branch closes every bracket that it opens, and no other. */
  balanced: boolean;
  /** True if each branch opens as many braces as it closes, in whatever order, and is even otherwise. */
  restored: boolean;
};

/** The groups by their `#if`, with balances worked out from the inside outwards in one pass. */
export function groupsOf(stream: Stream): Map<number, Group> {
  const { kind, marks, markCount } = stream.tokens;
  const groups = new Map<number, Group>();
  const assumptions = new Assumptions((name) => stream.isMacro(name));
  const open: { group: Group; branches: Balance[]; outer: Balance }[] = [];
  let balance = new Balance();
  for (let mark = 0; mark < markCount; mark += 1) {
    const index = marks[mark] ?? 0;
    const type = kind[index] ?? 0;
    if (type > Kind.directive) balance.add(type);
    else if (type === Kind.if) {
      const group: Group = { directives: [index], chosen: 0, balanced: true, restored: true };
      groups.set(index, group);
      open.push({ group, branches: [], outer: balance });
      balance = new Balance();
    } else if (type === Kind.elif || type === Kind.else || type === Kind.endif) {
      const top = open[open.length - 1];
      if (!top) continue;
      top.group.directives.push(index);
      top.branches.push(balance);
      balance = new Balance();
      if (type !== Kind.endif) continue;
      open.pop();
      settle(stream, top.group, top.branches, assumptions);
      balance = top.outer;
      const chosen = top.branches[top.group.chosen];
      if (chosen) balance.include(chosen);
    }
  }
  for (const { group } of open) groups.delete(group.directives[0] ?? -1);
  return groups;
}

class Balance {
  braces = 0;
  parens = 0;
  #lowestBraces = 0;
  #lowestParens = 0;

  add(type: number): void {
    if (type === Char.openBrace) this.braces += 1;
    else if (type === Char.open || type === Char.openBracket) this.parens += 1;
    else if (type === Char.closeBrace) this.braces -= 1;
    else if (type === Char.close || type === Char.closeBracket) this.parens -= 1;
    else return;
    this.#lowestBraces = Math.min(this.#lowestBraces, this.braces);
    this.#lowestParens = Math.min(this.#lowestParens, this.parens);
  }

  include(other: Balance): void {
    this.#lowestBraces = Math.min(this.#lowestBraces, this.braces + other.#lowestBraces);
    this.#lowestParens = Math.min(this.#lowestParens, this.parens + other.#lowestParens);
    this.braces += other.braces;
    this.parens += other.parens;
  }

  /** True if every bracket that is opened is closed, and no other. */
  get isEven(): boolean {
    return this.isRestored && this.#lowestBraces === 0;
  }

  /** True if as many braces are opened as are closed, and parentheses are even. */
  get isRestored(): boolean {
    return this.braces === 0 && this.parens === 0 && this.#lowestParens === 0;
  }
}

function settle(stream: Stream, group: Group, branches: readonly Balance[], assumptions: Assumptions): void {
  const lines = group.directives.slice(0, -1).map((index) => stream.textOf(index));
  group.chosen = assumptions.choose(lines);
  if (isError(stream, group)) group.chosen = 0;
  group.balanced = branches.every(({ isEven }) => isEven);
  group.restored = branches.every(({ isRestored }) => isRestored);
}

/** True if the chosen branch only says that there is none. */
function isError(stream: Stream, { directives, chosen }: Group): boolean {
  const first = stream.after(directives[chosen] ?? 0);
  return stream.kind(first) === Kind.directive && /^#[ \t]*error\b/.test(stream.textOf(first));
}

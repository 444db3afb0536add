import { tokensOf } from "../tokens/lexer.ts";
import { Kind } from "../tokens/token-list.ts";
import { type KnownNames, valueOfCondition } from "./condition-value.ts";

/** One `#if … #endif` that is open. */
type Group = {
  /** True if the group is in a branch that is left out. */
  readonly isOutside: boolean;
  /** True once a branch is surely taken. */
  isTaken: boolean;
  /** True if the current branch is left out. */
  isExcluded: boolean;
  /** The offset after the directive that begins the current branch. */
  from: number;
};

/**
 * Returns a text of equal length without the branches of `#if` that a compiler surely leaves out, such as `#if 0` and
 * `#ifdef _MANAGED`; undefined if there is none. The directives and the line breaks stay.
 *
 * @param names macros that an ordinary compiler defines, and macros that it does not
 */
export function withoutExcludedBranches(text: string, names: KnownNames): string | undefined {
  const { directives, kind, start, end } = tokensOf(text);
  const open: Group[] = [];
  let copy = "";
  let done = 0;
  for (const index of directives) {
    const type = kind[index] ?? 0;
    if (type !== Kind.if && type !== Kind.elif && type !== Kind.else && type !== Kind.endif) continue;
    const [at, after] = [start[index] ?? 0, end[index] ?? 0];
    const outer = open.at(-1);
    if (type === Kind.if) {
      const isOutside = outer?.isExcluded === true;
      open.push(
        branchOf({ isOutside, isTaken: false, isExcluded: isOutside, from: after }, text.slice(at, after), names),
      );
      continue;
    }
    if (outer === undefined) continue;
    // The contents of a branch that is left out go with it.
    if (outer.isExcluded && !outer.isOutside) {
      copy += text.slice(done, outer.from) + blanked(text.slice(outer.from, at));
      done = at;
    }
    open.pop();
    if (type !== Kind.endif) open.push(branchOf({ ...outer, from: after }, text.slice(at, after), names));
  }
  return done === 0 ? undefined : copy + text.slice(done);
}

/** Returns a group as its next branch has it. */
function branchOf(group: Group, directive: string, names: KnownNames): Group {
  const value = valueOfCondition(directive, names);
  const isExcluded = group.isOutside || group.isTaken || value === false;
  return { ...group, isExcluded, isTaken: group.isTaken || value === true };
}

const blanked = (text: string): string => text.replace(/[^\r\n]/g, " ");

import { tokensOf } from "../tokens/module.ts";
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

/** The code between two directives, in UTF-16 offsets. */
export type Branch = { readonly start: number; readonly end: number };

/**
 * Returns the branches of `#if` that a compiler surely leaves out, such as the branches of `#if 0` and `#ifdef _MANAGED`, in order.
 * The branches in such a branch are part of it.
 *
 * @param names macros that an ordinary compiler defines, and macros that it does not
 */
export function excludedBranches(text: string, names: KnownNames): readonly Branch[] {
  const { directives, kind, start, end } = tokensOf(text);
  const open: Group[] = [];
  const branches: Branch[] = [];
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
    if (outer.isExcluded && !outer.isOutside) branches.push({ start: outer.from, end: at });
    open.pop();
    if (type !== Kind.endif) open.push(branchOf({ ...outer, from: after }, text.slice(at, after), names));
  }
  return branches;
}

/** Returns a group as its next branch has it. */
function branchOf(group: Group, directive: string, names: KnownNames): Group {
  const value = valueOfCondition(directive, names);
  const isExcluded = group.isOutside || group.isTaken || value === false;
  return { ...group, isExcluded, isTaken: group.isTaken || value === true };
}

/** Returns a text of equal length with blanks in the place of these branches: line breaks stay. */
export function withoutBranches(text: string, branches: readonly Branch[]): string {
  let copy = "";
  let done = 0;
  for (const { start, end } of branches) {
    copy += text.slice(done, start) + text.slice(start, end).replace(/[^\r\n]/g, " ");
    done = end;
  }
  return copy + text.slice(done);
}

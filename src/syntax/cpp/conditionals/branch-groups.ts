/**
 * The answers of the host about groups `#if … #endif`, which ../assembly/conditionals reads. Input: the directives that start branches;
 * output: the branch that stays if one must be chosen, and whether a compiler takes a branch at all.
 */
import type { Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";
import type { Assumptions } from "./conditions.ts";

/** The branch of a group that stays when one must be chosen; -1 for none. */
export function chosenBranch(stream: Stream, directives: readonly number[], assumptions: Assumptions): number {
  const chosen = assumptions.choose(directives.map((index) => stream.textOf(index)));
  return isError(stream, directives[chosen] ?? 0) ? 0 : chosen;
}

/** True if the branch only says that there is none. */
function isError(stream: Stream, directive: number): boolean {
  const first = stream.after(directive);
  return stream.kind(first) === Kind.directive && /^#[ \t]*error\b/.test(stream.textOf(first));
}

/** The start of a branch that no compiler of C++ takes. */
const neverTaken =
  /^#[ \t]*(?:(?:el)?if[ \t]+(?:0|false)\b|if(?:def|[ \t]+defined)[ \t(]+(\w*DOXYGEN|SWIG\b|SIP_RUN\b|__OBJC__\b))/;

/** A branch in the language of SIP, which writes bindings of Python: declarations of C++ with code among them. */
const ofSip = "SIP_RUN";

/** True if no compiler of C++ takes the branch that a directive starts. */
export function isNeverTaken(directive: string): boolean {
  return neverTaken.test(directive);
}

/** True if such a branch is in the language of SIP. */
export function isOfSip(directive: string): boolean {
  return neverTaken.exec(directive)?.[1] === ofSip;
}

/**
 * The branches of `#if` around the offsets of a text, with what holds in them. Input: the text of a file; output: whether two
 * offsets exclude each other, in one file or in two.
 */

/** A branch of a text from an offset on, up to the next one of the list; undefined outside of all. */
type OpenBranch = { readonly from: number; readonly branch: BranchOfIf | undefined };

/** A condition that holds in a branch, or does not: `FAST` for `#ifdef FAST`, another text without blanks. */
type Assumption = { readonly condition: string; readonly holds: boolean };

/** One of the branches of an `#if`, which is named by its offset. */
type BranchOfIf = {
  readonly of: number;
  readonly depth: number;
  readonly around: BranchOfIf | undefined;
  readonly directive: string;
  /** The branches before it. */
  readonly before: BranchOfIf | undefined;
  /** True for `#ifndef X` around `#define X`: what is in it is read once, and the condition says no more. */
  isGuard: boolean;
};

/** `same` if all conditions of a declaration hold at a place, `other` if a build has only one of both. */
export type Agreement = "same" | "other";

export class BranchTable {
  readonly #opened: OpenBranch[] = [];
  /** The macros that the text defines or undefines: conditions that name them do not hold all over it. */
  readonly #changed = new Set<string>();

  constructor(text: string) {
    let branch: BranchOfIf | undefined;
    for (const { index, 0: directive, 1: word = "", 2: name } of text.matchAll(directives)) {
      if (name !== undefined) {
        this.#changed.add(name);
        const [own] = branch === undefined ? [] : assumptionsOf(branch.directive, true);
        if (branch !== undefined && own?.condition === name && !own.holds) branch.isGuard = true;
        continue;
      }
      if (word.startsWith("if")) {
        branch = {
          of: index,
          depth: (branch?.depth ?? 0) + 1,
          around: branch,
          directive,
          before: undefined,
          isGuard: false,
        };
      } else if (branch === undefined) continue;
      else branch = word === "endif" ? branch.around : { ...branch, directive, before: branch, isGuard: false };
      this.#opened.push({ from: index, branch });
    }
  }

  /** True for two offsets in different branches of one `#if`: a build has only one. */
  areAlternatives(one: number, other: number): boolean {
    let [first, second] = [this.#branchAt(one), this.#branchAt(other)];
    while (first !== second && first !== undefined && second !== undefined) {
      if (first.of === second.of) return true;
      const isDeeper: boolean = first.depth >= second.depth;
      if (second.depth >= first.depth) second = second.around;
      if (isDeeper) first = first.around;
    }
    return false;
  }

  /** Compares the conditions around an offset with the ones around a place of this text or another one; undefined if that leaves it open. */
  agreement(offset: number, other: BranchTable, place: number): Agreement | undefined {
    if (this === other && this.areAlternatives(offset, place)) return "other";
    const around = other.#branchesAround(place);
    const holding = new Map<string, boolean>();
    for (const branch of around) {
      for (const { condition, holds } of other.#conditionsOf(branch).known) holding.set(condition, holds);
    }
    let agreement: Agreement | undefined;
    let isOpen = false;
    for (const branch of this.#branchesAround(offset)) {
      if (branch.isGuard) continue;
      agreement = "same";
      // The place is in the branch, too.
      if (around.has(branch)) break;
      const { known, isWhole } = this.#conditionsOf(branch);
      isOpen ||= !isWhole || known.some(({ condition }) => !holding.has(condition));
      if (known.some(({ condition, holds }) => holding.get(condition) === !holds)) return "other";
    }
    return isOpen ? undefined : agreement;
  }

  /** From inside outward. */
  #branchesAround(offset: number): ReadonlySet<BranchOfIf> {
    const found = new Set<BranchOfIf>();
    for (let branch = this.#branchAt(offset); branch !== undefined && found.size < maxBranches; branch = branch.around)
      found.add(branch);
    return found;
  }

  /** The conditions that hold in a branch, by its own and the ones before it: not whole if the text changes what they ask for, or one is not read. */
  #conditionsOf(branch: BranchOfIf): { readonly known: readonly Assumption[]; readonly isWhole: boolean } {
    if (branch.isGuard) return { known: [], isWhole: true };
    const own = assumptionsOf(branch.directive, true);
    const read = [/^[ \t]*#[ \t]*else\b/.test(branch.directive) ? undefined : own];
    let { before } = branch;
    for (; before !== undefined && read.length < maxBranches; before = before.before)
      read.push(assumptionsOf(before.directive, false));
    const all = read.flatMap((assumptions) => assumptions ?? []);
    const known = all.filter(({ condition }) => !this.#isChanged(condition));
    const isRead = before === undefined && read.every((one) => one === undefined || one.length > 0);
    return { known, isWhole: isRead && known.length === all.length };
  }

  /** True for a condition about a macro that the text defines or undefines. */
  #isChanged(condition: string): boolean {
    return (condition.match(/[A-Za-z_]\w*/g) ?? []).some((word) => this.#changed.has(word));
  }

  /** The innermost branch around an offset. */
  #branchAt(offset: number): BranchOfIf | undefined {
    let [low, high] = [0, this.#opened.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#opened[middle]?.from ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return this.#opened[low - 1]?.branch;
  }
}

const directives =
  /^[ \t]*#[ \t]*(?:(ifn?(?:def)?|el(?:se|if|ifn?def)|endif)\b(?:[^\n\\]|\\\r?\n|\\)*|(?:define|undef)[ \t]+(\w+))/gm;

/** Branches around a place, and branches of an `#if`, that are looked at. */
const maxBranches = 40;

/** Characters of a directive whose condition is read. */
const maxDirective = 400;

/** The conditions that surely hold, or do not, where that of a directive does or does not: parts of `&&` that hold, of `||` that do not. */
function assumptionsOf(directive: string, isTaken: boolean): readonly Assumption[] {
  if (directive.length > maxDirective) return [];
  const [, word = "", written = ""] = /^[ \t]*#[ \t]*(\w+)([\s\S]*)$/.exec(directive) ?? [];
  const text = written.replace(/\\\r?\n|\/\*[\s\S]*?\*\/|\/\/.*/g, " ").trim();
  if (text === "") return [];
  if (word.endsWith("def"))
    return [{ condition: text.split(/\W/, 1)[0] ?? "", holds: isTaken !== word.endsWith("ndef") }];
  const parts = text.split(isTaken ? "&&" : "||");
  return parts.length > 1 && /[()]/.test(text.replace(askedPattern, ""))
    ? []
    : parts.map((part) => assumptionOf(part, isTaken));
}

const askedPattern = /\bdefined\s*\(\s*\w+\s*\)/g;

function assumptionOf(written: string, holds: boolean): Assumption {
  const [, denied = "", condition = ""] = /^([!\s]*)([\s\S]*)$/.exec(written) ?? [];
  const asked = /^defined\s*\(?\s*(\w+)\s*\)?\s*$/.exec(condition)?.[1];
  const isDenied = denied.replace(/\s/g, "").length % 2 === 1;
  if (asked !== undefined) return { condition: asked, holds: holds !== isDenied };
  // The value of a macro is not whether it is defined.
  return { condition: `${denied}${condition}`.replace(/\s+/g, " ").trim().concat(" "), holds };
}

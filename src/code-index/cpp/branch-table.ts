/**
 * The branches of `#if` around the offsets of a text, with what holds in them. Input: the text of a file; output: whether two
 * offsets exclude each other, in one file or in two.
 */
import { countWhile } from "../../base/count-while.ts";
import { getOrInsert } from "../../base/get-or-insert.ts";
import { outcomeOfCondition } from "./conditions.ts";

/** A branch of a text from an offset on, up to the next one of the list; undefined outside of all. */
type OpenBranch = { readonly from: number; readonly branch: BranchOfIf | undefined };

/** A condition that holds in a branch, or does not, with the keys of itself and its operands; `condition` is undefined if it is not read. */
type Requirement = {
  readonly condition: string | undefined;
  readonly holds: boolean;
  readonly keys: readonly string[];
};

/** The truth of conditions and of operands in them, as `keyOf` spells them. */
type Truths = ReadonlyMap<string, boolean>;

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
  readonly #truths = new Map<BranchOfIf, Truths>();
  readonly #requirements = new Map<BranchOfIf, readonly Requirement[]>();

  constructor(text: string) {
    let branch: BranchOfIf | undefined;
    for (const { index, 0: directive, 1: word = "", 2: name } of text.matchAll(directives)) {
      if (name !== undefined) {
        this.#changed.add(name);
        if (branch?.directive.includes(name) && isGuardOf(branch.directive, name)) branch.isGuard = true;
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
    const truths = other.#truthsAt(place);
    let agreement: Agreement | undefined;
    let isOpen = false;
    for (const branch of this.#branchesAround(offset)) {
      if (branch.isGuard) continue;
      agreement = "same";
      // The place is in the branch, too.
      if (around.has(branch)) break;
      for (const requirement of this.#requirementsOf(branch)) {
        const outcome = this.#outcomeOf(requirement, truths);
        if (outcome === false) return "other";
        isOpen ||= outcome === undefined;
      }
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

  /** The conditions that surely hold around an offset, or do not. */
  #truthsAt(offset: number): Truths {
    const innermost = this.#branchAt(offset);
    if (innermost === undefined) return new Map();
    return getOrInsert(this.#truths, innermost, () => {
      const truths = new Map<string, boolean>();
      for (const branch of this.#branchesAround(offset)) {
        if (branch.isGuard) continue;
        for (const requirement of this.#requirementsOf(branch)) {
          for (const [key, holds] of impliedBy(requirement)) if (!this.#isChanged(key)) truths.set(key, holds);
        }
      }
      return truths;
    });
  }

  #requirementsOf(branch: BranchOfIf): readonly Requirement[] {
    return getOrInsert(this.#requirements, branch, () => requirementsOf(branch));
  }

  /** True if a requirement of this text is met where some conditions hold, false if it is not; undefined if they leave it open. */
  #outcomeOf({ condition, holds, keys }: Requirement, truths: Truths): boolean | undefined {
    if (condition === undefined) return undefined;
    if (!keys.some((key) => truths.has(key) || numberTruth(key) !== undefined)) return undefined;
    const truthOf = (operand: string) => {
      const key = keyOf(operand);
      return this.#isChanged(key) ? undefined : (truths.get(key) ?? numberTruth(key));
    };
    const outcome = truthOf(condition) ?? outcomeOfCondition(condition, truthOf);
    return outcome === undefined ? undefined : outcome === holds;
  }

  /** True for a condition about a macro that the text defines or undefines. */
  #isChanged(condition: string): boolean {
    return (condition.match(/[A-Za-z_]\w*/g) ?? []).some((word) => this.#changed.has(word));
  }

  /** The innermost branch around an offset. */
  #branchAt(offset: number): BranchOfIf | undefined {
    const opened = countWhile(this.#opened.length, (index) => (this.#opened[index]?.from ?? 0) <= offset);
    return this.#opened[opened - 1]?.branch;
  }
}

const directives =
  /^[ \t]*#[ \t]*(?:(ifn?(?:def)?|el(?:se|if|ifn?def)|endif)\b(?:[^\n\\]|\\\r?\n|\\)*|(?:define|undef)[ \t]+(\w+))/gm;

/** Branches around a place, and branches of an `#if`, that are looked at. */
const maxBranches = 40;

/** Characters of a directive whose condition is read. */
const maxDirective = 400;

/** The conditions of a branch: its own holds, and no condition of a branch before it does. A condition that is not read stands for too many branches. */
function requirementsOf(branch: BranchOfIf): readonly Requirement[] {
  const isElse = /^[ \t]*#[ \t]*else\b/.test(branch.directive);
  const requirements = isElse ? [] : [requirementOf(branch.directive, true)];
  let { before } = branch;
  for (; before !== undefined && requirements.length < maxBranches; before = before.before)
    requirements.push(requirementOf(before.directive, false));
  return before === undefined ? requirements : [...requirements, unreadRequirement];
}

const unreadRequirement: Requirement = { condition: undefined, holds: false, keys: [] };

function requirementOf(directive: string, holds: boolean): Requirement {
  const condition = conditionOf(directive);
  if (condition === undefined) return unreadRequirement;
  const keys = new Set([keyOf(condition)]);
  outcomeOfCondition(condition, (operand) => {
    keys.add(keyOf(operand));
    return undefined;
  });
  return { condition, holds, keys: [...keys] };
}

/** The condition of a directive, `!defined(X)` for `#ifndef X`; undefined for a long one and for none. */
function conditionOf(directive: string): string | undefined {
  if (directive.length > maxDirective) return undefined;
  const [, word = "", written = ""] = /^[ \t]*#[ \t]*(\w+)([\s\S]*)$/.exec(directive) ?? [];
  const text = written.replace(/\\\r?\n|\/\*[\s\S]*?\*\/|\/\/.*/g, " ").trim();
  if (text === "") return undefined;
  const name = /^\w*/.exec(text)?.[0] ?? "";
  return word.endsWith("def") ? `${word.endsWith("ndef") ? "!" : ""}defined(${name})` : text;
}

/** True for `#ifndef X` and `#if !defined X`. */
function isGuardOf(directive: string, macro: string): boolean {
  return keyOf(conditionOf(directive) ?? "") === `!defined(${macro})`;
}

/** The conditions that a requirement decides: its own, and each operand without whose truth it is not met. */
function impliedBy({ condition, holds, keys }: Requirement): Truths {
  const implied = new Map<string, boolean>();
  if (condition === undefined) return implied;
  for (const key of keys) {
    for (const value of [true, false]) {
      const outcome = outcomeOfCondition(condition, (operand) => (keyOf(operand) === key ? value : undefined));
      if (outcome === !holds) implied.set(key, !value);
    }
  }
  return implied.set(keyOf(condition), holds);
}

/** One spelling of a condition: without blanks, and `defined(X)` for `defined X`. */
function keyOf(condition: string): string {
  return condition.replace(askedPattern, "defined($1$2)").replace(/\s+/g, "");
}

const askedPattern = /\bdefined(?:\s*\(\s*(\w+)\s*\)|\s+(\w+))/g;

/** The truth of a number: `#if 0`. */
function numberTruth(key: string): boolean | undefined {
  return /^\d+$/.test(key) ? Number(key) !== 0 : undefined;
}

/**
 * The private members of C++ classes that a header leaves out. Input: the classes of a file and the text that its
 * header keeps; output: the ranges of members that this text does not name.
 */
import { countWhile } from "../../base/count-while.ts";
import { pushTo } from "../../base/group-by.ts";
import type { Range } from "../../base/nested-ranges.ts";
import { blanksBefore, outermost } from "../edits.ts";
import { isDamaged, type ReadTree } from "../read-tree.ts";
import type { ClassBody, Member, Section } from "./members.ts";

type Parts = {
  readonly cuts: readonly Range[];
  readonly removals: readonly Range[];
  readonly keptBodies: readonly Range[];
  readonly classes: readonly { readonly range: Range; readonly body: ClassBody }[];
  readonly comments: readonly Range[];
  readonly strings: readonly Range[];
};

/** A private member, and what decides on it. */
type Candidate = Member & {
  /** The number of the outermost class around it. */
  readonly scope: number;
  readonly parent: Candidate | undefined;
  readonly inner: Candidate[];
  /** The names that its own text uses. */
  readonly uses: Set<string>;
  isWanted: boolean;
  isKept: boolean;
};

/** The text outside of classes. */
const everywhere = -1;

/**
 * Returns the ranges of private members that nothing of the interface names, with the labels of sections that are left
 * out as a whole. A member counts as named where its name is written in the same outermost class, or outside of classes
 * in a body that stays or after `::`: more than the language would need, and never less.
 */
export function hiddenRanges(file: ReadTree, parts: Parts): readonly Range[] {
  const scopes = outermost(parts.classes.map(({ range }) => range));
  const candidates = candidatesOf(parts, scopes);
  if (candidates.length === 0) return [];
  const use = usesOf(candidates);
  readUses(file, parts, scopes, candidates, use);
  for (const candidate of candidates) {
    if (candidate.rule !== undefined) use.keep(candidate);
  }
  const hidden = candidates.filter(({ isKept }) => !isKept);
  const known = new Set(hidden.map(({ start }) => start));
  const comments = outermost(parts.comments);
  const sections = parts.classes.flatMap(({ body }) => body.sections);
  const empty = sections.filter((section) => isHidden(file, section, known, comments));
  return [...hidden, ...empty.map(({ start, end }) => ({ start, end: endOfLineBefore(file.text, end) }))];
}

function candidatesOf({ classes, cuts }: Parts, scopes: readonly Range[]): readonly Candidate[] {
  const outerCuts = outermost(cuts);
  const members = classes
    .flatMap(({ body }) => body.sections.flatMap((section) => section.members))
    .filter(({ access, start }) => access === "private" && !isIn(outerCuts, start))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const open: Candidate[] = [];
  return members.map((member) => {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= member.start) open.pop();
    const parent = open.at(-1);
    const scope = indexAround(scopes, member.start);
    const flags = { isWanted: false, isKept: false };
    const candidate: Candidate = { ...member, scope, parent, inner: [], uses: new Set(), ...flags };
    parent?.inner.push(candidate);
    open.push(candidate);
    return candidate;
  });
}

type Uses = { readonly use: (scope: number, name: string) => void; readonly keep: (candidate: Candidate) => void };

/** Keeps what is used, what that uses, and so on. */
function usesOf(candidates: readonly Candidate[]): Uses {
  const byName = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    for (const name of candidate.names) pushTo(byName, name, candidate);
  }
  const used = new Set<string>();
  const pending: Candidate[] = [];
  const use = (scope: number, name: string) => {
    const key = `${scope} ${name}`;
    if (used.has(key)) return;
    used.add(key);
    for (const candidate of byName.get(name) ?? []) {
      if (scope !== everywhere && candidate.scope !== scope) continue;
      candidate.isWanted = true;
      if (candidate.parent?.isKept !== false) pending.push(candidate);
    }
  };
  const keep = (first: Candidate) => {
    pending.push(first);
    for (let candidate = pending.pop(); candidate !== undefined; candidate = pending.pop()) {
      if (candidate.isKept || candidate.parent?.isKept === false) {
        candidate.isWanted = true;
        continue;
      }
      candidate.isKept = true;
      for (const name of candidate.uses) use(candidate.scope, name);
      pending.push(...candidate.inner.filter(({ isWanted, rule }) => isWanted || rule !== undefined));
    }
  };
  return {
    use: (scope, name) => {
      use(scope, name);
      const next = pending.pop();
      if (next !== undefined) keep(next);
    },
    keep,
  };
}

/** Reads the names that the interface uses, in the order of the text. */
function readUses(
  file: ReadTree,
  parts: Parts,
  scopes: readonly Range[],
  candidates: readonly Candidate[],
  { use }: Uses,
): void {
  const { text, tree } = file;
  // If a text does not parse, a class may go on after the end that the tree has.
  const isSure = !isDamaged(file, 0, tree.size);
  const skipped = outermost([...parts.cuts, ...parts.removals, ...parts.comments, ...parts.strings]);
  const bodies = outermost(parts.keptBodies);
  const declared = new Set(
    parts.classes.flatMap(({ body }) => body.sections.flatMap((one) => one.members.flatMap((m) => m.nameOffsets))),
  );
  const open: Candidate[] = [];
  const found: { readonly scope: number; readonly name: string }[] = [];
  const pasted = new Set<string>();
  let next = 0;
  for (const { index, 0: name } of text.matchAll(/[A-Za-z_$][\w$]*/g)) {
    for (let candidate = candidates[next]; candidate !== undefined && candidate.start <= index; ) {
      open.push(candidate);
      next++;
      candidate = candidates[next];
    }
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= index) open.pop();
    if (declared.has(index) || isIn(skipped, index)) continue;
    const behind = text.slice(index + name.length, index + name.length + maxBlanks).trimStart();
    if (behind.startsWith("##")) pasted.add(name);
    const owner = open.at(-1);
    if (owner !== undefined) {
      owner.uses.add(name);
      continue;
    }
    const scope = isSure ? indexAround(scopes, index) : everywhere;
    if (!isSure || scope !== everywhere || isIn(bodies, index) || isQualifiedAt(text, index))
      found.push({ scope, name });
  }
  for (const { scope, name } of found) use(scope, name);
  for (const name of pastedNames(candidates, pasted)) use(everywhere, name);
}

/** The names that macros may make by `Get##NAME`: names that begin so, or all if there are too many. */
function pastedNames(candidates: readonly Candidate[], beginnings: ReadonlySet<string>): readonly string[] {
  const isAll = beginnings.size > maxPasted;
  const names = beginnings.size === 0 ? [] : candidates.flatMap((candidate) => candidate.names);
  return names.filter((name) => isAll || [...beginnings].some((beginning) => name.startsWith(beginning)));
}

/** Beginnings of pasted names that are compared one by one. */
const maxPasted = 50;

function isQualifiedAt(text: string, index: number): boolean {
  let at = index - 1;
  for (let steps = 0; steps < maxBlanks && /\s/.test(text[at] ?? ""); steps++) at--;
  return text[at] === ":" && text[at - 1] === ":";
}

/** Blanks after `::`, and before `##`. */
const maxBlanks = 100;

/** The index of the range around an offset, of ranges in order that are apart; -1 for none. */
function indexAround(ranges: readonly Range[], offset: number): number {
  const index = countWhile(ranges.length, (i) => (ranges[i]?.start ?? 0) <= offset) - 1;
  const range = ranges[index];
  return range !== undefined && offset < range.end ? index : everywhere;
}

function isIn(ranges: readonly Range[], offset: number): boolean {
  return indexAround(ranges, offset) !== everywhere;
}

/** The end of the line above what begins its line at an offset, or else where the blanks before it begin. */
function endOfLineBefore(text: string, offset: number): number {
  const at = blanksBefore(text, offset);
  return text[at - 1] === "\n" ? at - 1 : at;
}

/** True for a section with only comments left. */
function isHidden(
  { text }: ReadTree,
  section: Section,
  hidden: ReadonlySet<number>,
  comments: readonly Range[],
): boolean {
  const { start, end, members, isFirst } = section;
  if (members.length === 0 || start >= end || !members.every((member) => hidden.has(member.start))) return false;
  const inside = comments.slice(
    countWhile(comments.length, (i) => (comments[i]?.start ?? 0) < start),
    countWhile(comments.length, (i) => (comments[i]?.start ?? 0) < end),
  );
  const left: string[] = [];
  let from = start;
  for (const range of outermost([...members, ...inside])) {
    left.push(text.slice(from, range.start));
    from = range.end;
  }
  left.push(text.slice(from, end));
  const words = left.join(" ").trim();
  return isFirst ? words === "" : /^private\s*:$/.test(words);
}

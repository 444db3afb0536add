/**
 * The choice of branches of `#if` that the grammar cannot read next to each other. Input: the tokens of a C++ text;
 * output: the same without the directives and branches that keep it from being whole declarations or statements.
 */
import { endsLabel } from "../heads/labels.ts";
import { holds, holdsRequirements, Scope } from "../heads/scopes.ts";
import type { RuleId } from "../rules/ids.ts";
import { statementMayStart } from "../rules/operand-places.ts";
import { reopenedScopes } from "../rules/reopened-scopes.ts";
import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { isDirective, Kind } from "../tokens/token-list.ts";
import { type Group, groupsOf } from "./branch-groups.ts";

/**
 * Blanks text that keeps conditional branches from being whole declarations, statements or members: otherwise one
 * branch is chosen and its directives are blanked.
 */
export function chooseBranches(stream: Stream): void {
  if (stream.tokens.directives.length > 0) new BranchPass(stream, groupsOf(stream)).run();
}

/** The start of a branch that no compiler of C++ takes. */
const neverTaken =
  /^#[ \t]*(?:(?:el)?if[ \t]+(?:0|false)\b|if(?:def|[ \t]+defined)[ \t(]+(\w*DOXYGEN|SWIG\b|SIP_RUN\b|__OBJC__\b))/;

/** A branch in the language of SIP, which writes bindings of Python: declarations of C++ with code among them. */
const ofSip = "SIP_RUN";

/** Characters that do not start a statement of C++: `.`, `%` of SWIG and SIP, `@` of Objective-C. */
const foreignStarts: ReadonlySet<number> = new Set([Char.dot, 37, 64]);

const unknown = -1;

/** Ends of groups one after the other that are looked past, so that no text takes the square of its length. */
const mostEnds = 32;

class BranchPass {
  readonly #stream: Stream;
  readonly #groups: Map<number, Group>;
  /** The scope of each open brace, if requested, with the parentheses open around it. */
  readonly #braces: { readonly index: number; holds: number; readonly parens: number }[] = [];
  #parens = 0;
  /** The directives of chosen or kept groups that were dealt with already. */
  readonly #settled = new Set<number>();

  constructor(stream: Stream, groups: Map<number, Group>) {
    this.#stream = stream;
    this.#groups = groups;
  }

  run(): void {
    const stream = this.#stream;
    const { kind, directives, marks, markCount } = stream.tokens;
    const last = directives[directives.length - 1] ?? 0;
    for (let mark = 0; mark < markCount; mark += 1) {
      const index = marks[mark] ?? 0;
      if (index > last) return;
      if (stream.isCut(index)) continue;
      const type = kind[index] ?? 0;
      if (type === Char.open || type === Char.openBracket) this.#parens += 1;
      else if (type === Char.close || type === Char.closeBracket) this.#parens = Math.max(0, this.#parens - 1);
      else if (type === Char.openBrace) this.#openBrace(index);
      else if (type === Char.closeBrace) this.#parens = this.#braces.pop()?.parens ?? 0;
      else if (isDirective(type)) this.#directive(index, type);
    }
  }

  #openBrace(index: number): void {
    this.#braces.push({ index, holds: unknown, parens: this.#parens });
    this.#parens = 0;
  }

  /** The scope of a brace, by default the innermost one. */
  #holds(level = this.#braces.length - 1): number {
    const brace = this.#braces[level];
    if (!brace) return Scope.block;
    if (brace.holds === unknown)
      brace.holds = holds(this.#stream, brace.index, () => this.#holds(level - 1) === Scope.list);
    return brace.holds;
  }

  #directive(index: number, type: number): void {
    if (this.#settled.has(index)) return;
    const isInside = this.#parens > 0 || this.#holds() === Scope.list;
    if (type === Kind.if) {
      const group = this.#groups.get(index);
      if (group) this.#group(group, isInside);
    } else if (type < Kind.define) this.#blankDirective(index, "stray-directive");
    else if (isInside || !this.#endsBefore(index)) {
      if (type === Kind.include && !isInside) this.#endBefore(index);
      this.#blankDirective(index, "directive-in-expression");
    }
  }

  /** `int a[] =`: ends a declaration whose value is in the file that is included. */
  #endBefore(include: number): void {
    const stream = this.#stream;
    const equals = stream.before(include);
    if (stream.kind(equals) === Char.equals) stream.cut(equals, equals, "value-in-included-file", ";");
  }

  #blankDirective(index: number, rule: RuleId): void {
    this.#stream.cut(index, index, rule);
  }

  #group(group: Group, isInside: boolean): void {
    if (isInside) {
      if (this.#holds() === Scope.list && this.#parens === 0 && group.balanced && this.#isListOfItems(group))
        this.#dissolve(group);
      else this.#choose(group);
    } else if ((group.balanced || this.#evenOut(group)) && this.#standsAlone(group)) {
      if (this.#isAmongRequirements()) this.#dissolve(group);
      else this.#keep(group);
    } else this.#choose(group);
  }

  #isAmongRequirements(): boolean {
    const brace = this.#braces[this.#braces.length - 1];
    return brace !== undefined && holdsRequirements(this.#stream, brace.index);
  }

  /** Branches of declarations stay with their directives, `#if 0` too. */
  #keep(group: Group): void {
    for (const index of group.directives) this.#settled.add(index);
  }

  /** Blanks the ends of scopes that branches open again, and their heads; false if branches are uneven otherwise. */
  #evenOut({ directives, restored }: Group): boolean {
    const stream = this.#stream;
    const groups = this.#groups;
    if (!restored) return false;
    const scopes = directives.slice(1).map((to, branch) => reopenedScopes(stream, groups, directives[branch] ?? 0, to));
    if (scopes.includes(undefined)) return false;
    for (const { from, to } of scopes.flatMap((ranges) => ranges ?? [])) stream.cut(from, to, "scope-opened-again");
    return true;
  }

  /** Blanks the directives only. */
  #dissolve(group: Group): void {
    for (const index of group.directives) {
      this.#settled.add(index);
      this.#blankDirective(index, "directive-in-list");
    }
  }

  /** Blanks the directives and every branch but the chosen one. */
  #choose(group: Group): void {
    const { directives, chosen } = group;
    const stream = this.#stream;
    const rule = "conditional-branch";
    directives.forEach((index, branch) => {
      this.#settled.add(index);
      const next = directives[branch + 1];
      if (branch === chosen || next === undefined) stream.cut(index, index, rule);
      else stream.cut(index, stream.before(next), rule);
    });
  }

  #isListOfItems(group: Group): boolean {
    const stream = this.#stream;
    return group.directives.slice(1).every((index, branch) => {
      const first = stream.after(group.directives[branch] ?? 0);
      if (first === index) return true;
      return stream.kind(stream.before(index)) === Char.comma || stream.kind(first) === Char.comma;
    });
  }

  #standsAlone(group: Group): boolean {
    const stream = this.#stream;
    const { directives } = group;
    if (!this.#endsBefore(directives[0] ?? 0)) return false;
    const after = stream.after(directives[directives.length - 1] ?? 0);
    if (stream.word(after) === Word.elseOrCatch) return false;
    if (stream.kind(after) === Char.openBrace && this.#endsInHead(group)) return false;
    return directives.slice(1).every((index, branch) => {
      const first = stream.after(directives[branch] ?? 0);
      return first === index || (this.#canStart(first) && this.#endsBefore(index) && !this.#isSketch(group, branch));
    });
  }

  /** `#if A` `ISR(a)` `#else` `ISR(b)` `#endif` `{` */
  #endsInHead({ directives }: Group): boolean {
    const stream = this.#stream;
    return directives.slice(1).some((index) => stream.kind(stream.before(index)) === Char.close);
  }

  /** `#if 0` or `#ifdef DOXYGEN` around code with `...` for what is left out. */
  #isSketch(group: Group, branch: number): boolean {
    const stream = this.#stream;
    const [from = 0, to = 0] = group.directives.slice(branch, branch + 2);
    const start = neverTaken.exec(stream.textOf(from));
    if (start === null) return false;
    if (start[1] === ofSip) return true;
    for (let at = stream.after(from); at < to; at = stream.after(at)) {
      if (!foreignStarts.has(stream.kind(at))) continue;
      const before = stream.before(at);
      if (statementMayStart(stream, before) || stream.kind(before) === Char.equals) return true;
    }
    return false;
  }

  #canStart(index: number): boolean {
    const stream = this.#stream;
    const type = stream.kind(index);
    if (type === Kind.word) return stream.word(index) !== Word.elseOrCatch;
    if (type === Char.openBrace) return this.#holds() === Scope.block && this.#braces.length > 0;
    return (
      type === Char.tilde ||
      type === Char.star ||
      type === Char.openBracket ||
      type === Kind.scope ||
      type === Char.open ||
      isDirective(type) ||
      type === Char.semicolon ||
      type === Char.ampersand
    );
  }

  /** True if a declaration, statement or label ends before this token. */
  #endsBefore(index: number): boolean {
    const stream = this.#stream;
    const before = this.#beforeEnds(index);
    const type = stream.kind(before);
    if (before < 0 || isDirective(type) || type === Char.semicolon || type === Char.openBrace) return true;
    if (type === Char.closeBrace) return true;
    if (type === Char.colon) return endsLabel(stream, before);
    if (type === Char.closeBracket) return stream.kind(stream.before(before)) === Char.closeBracket;
    if (type === Kind.word) return stream.isFirst(before) && this.#isMacro(before);
    return type === Char.close && this.#isMacroCall(before);
  }

  /** The token before this one, past the ends of groups. */
  #beforeEnds(index: number): number {
    const stream = this.#stream;
    let before = stream.before(index);
    for (let steps = 0; steps < mostEnds && stream.kind(before) === Kind.endif; steps += 1)
      before = stream.before(before);
    return before;
  }

  #isMacro(index: number): boolean {
    const stream = this.#stream;
    if (!stream.isName(index)) return false;
    const kind = stream.role(index)?.kind;
    return kind === undefined ? stream.isCapital(index) : kind !== "type" && kind !== "value";
  }

  #isMacroCall(close: number): boolean {
    const stream = this.#stream;
    let depth = 0;
    let at = close;
    for (let steps = 0; steps < 400 && at >= 0; steps += 1, at = stream.before(at)) {
      const type = stream.kind(at);
      if (type === Char.close) depth += 1;
      else if (type === Char.open) depth -= 1;
      else if (type === Char.openBrace || type === Char.semicolon) return false;
      if (depth === 0) break;
    }
    const name = stream.before(at);
    return name >= 0 && stream.isFirst(name) && this.#isMacro(name);
  }
}

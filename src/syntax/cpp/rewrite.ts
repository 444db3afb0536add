/**
 * The walk over the tokens of a C++ text that runs all masking: heads of declarations, rules and single words. Input:
 * the tokens after branches are chosen; output: edits, and what the elision cuts.
 */
import type { Elision } from "./elide.ts";
import { Declarations } from "./heads/declarations.ts";
import { endsLabel, isAccess } from "./heads/labels.ts";
import { holds, type Place, Scope } from "./heads/scopes.ts";
import type { RuleRun } from "./rules/index.ts";
import { maskWord } from "./rules/uses.ts";
import { Word } from "./tokens/keywords.ts";
import { Char, type Stream } from "./tokens/stream.ts";
import { isDirective, Kind } from "./tokens/token-list.ts";

type Frame = Place & {
  readonly isFunction: boolean;
  readonly parens: number;
};

const outermost: Frame = { scope: Scope.namespace, className: -1, isFunction: false, parens: 0 };

/** The values of enumerators. */
const inValues: Place = { scope: Scope.list, className: -1 };

/** 1 for each kind of token that opens or closes something, or is a directive. */
const isStep = new Uint8Array(256);
for (const character of "(){}[];:") isStep[character.charCodeAt(0)] = 1;
for (let kind: number = Kind.if; kind <= Kind.directive; kind += 1) isStep[kind] = 1;

/**
 * Goes through the live tokens once, and at the start of each declaration or statement looks at its head. The rules of
 * single tokens run ahead of it, to the end of that head at least.
 * `elision` cuts what is not to be parsed; the bodies that it cuts are passed over, by the rules as well.
 */
export function maskShapes(stream: Stream, rules: RuleRun, elision?: Elision): void {
  new Walk(stream, rules, elision).run();
}

class Walk {
  readonly #stream: Stream;
  readonly #rules: RuleRun;
  readonly #elision: Elision | undefined;
  readonly #declarations: Declarations;
  /** The token before which the rules have run. */
  #ruled = 0;
  readonly #frames: Frame[] = [outermost];
  #parens = 0;
  #isStart = true;

  constructor(stream: Stream, rules: RuleRun, elision: Elision | undefined) {
    this.#stream = stream;
    this.#rules = rules;
    this.#elision = elision;
    this.#declarations = new Declarations(stream, rules);
  }

  run(): void {
    const stream = this.#stream;
    const { count, kind } = stream.tokens;
    // Without cuts there is nothing that the rules could pass.
    if (this.#elision === undefined) this.#runRules(count);
    let index = stream.first;
    while (index < count - 1) {
      if (index >= this.#ruled) {
        this.#runRules(endOfHead(stream, index) + 1);
        index = stream.live(index);
        continue;
      }
      const type = kind[index] ?? 0;
      if (this.#isStart && !isDirective(type)) {
        const head = this.#head(index);
        if (head > index) {
          index = head;
          continue;
        }
      }
      if (type === Kind.word) index = this.#isPassed(index) ? stream.after(index) : this.#word(index);
      else if (isStep[type] === 1) index = this.#step(index, type);
      else {
        this.#isStart = false;
        index = stream.after(index);
      }
    }
    this.#elision?.end(count - 1);
  }

  /** Text from rules is not a change of the current declaration by its head. */
  #runRules(end: number): void {
    const stream = this.#stream;
    const { changes } = stream;
    this.#rules.upTo(end);
    this.#elision?.ignore(stream.changes - changes);
    this.#ruled = end;
  }

  /** True if a word inside a declaration or statement says nothing: the most frequent case, answered first. */
  #isPassed(index: number): boolean {
    const stream = this.#stream;
    if (this.#isStart || stream.word(index) !== Word.name) return false;
    const after = stream.kind(stream.after(index));
    if (after === Kind.word) return false;
    const before = stream.kind(stream.before(index));
    const isMember = before === Char.dot || before === Kind.arrow;
    return (after !== Char.open || isMember) && stream.isPlain(index);
  }

  get #frame(): Frame {
    return this.#frames[this.#frames.length - 1] ?? outermost;
  }

  /** The scope of the next word; parentheses in an enumeration hold values. */
  get #place(): Place {
    const frame = this.#frame;
    return frame.scope === Scope.enum && this.#parens > 0 ? inValues : frame;
  }

  /** Looks at a head and gives the token to go on with: the same one when nothing before it was blanked. */
  #head(index: number): number {
    const frame = this.#frame;
    if (frame.scope === Scope.namespace || frame.scope === Scope.class) return this.#declarations.head(index, frame);
    if (frame.scope !== Scope.block || !this.#stream.isName(index)) return index;
    const next = this.#declarations.nameOfMacro(index);
    if (next > index) return next;
    this.#rules.atStatement(index, frame);
    return this.#stream.live(index);
  }

  #word(index: number): number {
    const stream = this.#stream;
    const wasStart = this.#isStart;
    this.#isStart = false;
    const word = stream.word(index);
    const place = this.#place;
    if (word === Word.name && !wasStart && this.#isDeclarator(index)) return stream.after(index);
    if (word === Word.name || word >= Word.attribute) {
      const next = maskWord(stream, this.#rules, index, wasStart, place);
      this.#isStart = wasStart && stream.isCut(index);
      return next;
    }
    if (word === Word.classKey && this.#parens === 0) this.#declarations.classHead(index, place.scope);
    else if (word === Word.enumKey) return this.#declarations.enumHead(index, place.scope);
    else if (word === Word.elseOrCatch && stream.textOf(index) === "else") this.#isStart = true;
    return stream.after(index);
  }

  /** True if this is the name of the function whose head was read last, and its parameters read as such. */
  #isDeclarator(index: number): boolean {
    const stream = this.#stream;
    const open = stream.after(index);
    if (open !== this.#declarations.parameterList) return false;
    const after = stream.after(stream.partner(open));
    if (
      (stream.kind(after) === Char.star || stream.kind(after) === Char.ampersand) &&
      stream.isName(stream.after(after))
    )
      return false;
    const first = stream.kind(stream.after(open));
    if (stream.word(stream.after(open)) === Word.expression) return false;
    return first === Kind.word || first === Kind.scope || first === Char.dot || first === Char.close;
  }

  #step(index: number, type: number): number {
    const stream = this.#stream;
    const after = stream.after(index);
    if (type === Char.openBrace) return this.#openBrace(index);
    if (type === Char.closeBrace) this.#closeBrace(index);
    else if (type === Char.semicolon) this.#semicolon(index);
    else if (type === Char.open || type === Char.openBracket) {
      this.#parens += 1;
      this.#isStart = false;
    } else if (type === Char.close || type === Char.closeBracket) {
      this.#parens = Math.max(0, this.#parens - 1);
      this.#isStart = false;
    } else if (type === Char.colon) this.#isStart = this.#parens === 0 && this.#isLabel(index);
    else if (isDirective(type)) this.#elision?.directive(index, type);
    else this.#isStart = false;
    return after;
  }

  #semicolon(index: number): void {
    const { scope } = this.#frame;
    this.#isStart = this.#parens === 0 && scope <= Scope.block;
    if (this.#isStart && scope <= Scope.class) this.#elision?.semicolon(index, scope);
  }

  #isLabel(colon: number): boolean {
    const { scope } = this.#frame;
    if (scope === Scope.class) return isAccess(this.#stream, this.#stream.before(colon));
    return scope === Scope.block && endsLabel(this.#stream, colon);
  }

  /** Gives the token to go on with. */
  #openBrace(index: number): number {
    const stream = this.#stream;
    const known = this.#declarations.bodies.get(index);
    const isFunction = known?.isFunction === true;
    const close = isFunction ? (this.#elision?.functionBody(index, this.#declarations.parameterList) ?? 0) : 0;
    if (close > 0) {
      this.#rules.passTo(close);
      this.#isStart = this.#parens === 0 && this.#frame.scope <= Scope.block;
      return stream.after(close);
    }
    const scope = known?.scope ?? holds(stream, index, () => this.#frame.scope === Scope.list);
    // Statements look at each other, to either side.
    if (scope >= Scope.block && stream.partner(index) >= this.#ruled) this.#runRules(stream.partner(index) + 1);
    this.#elision?.open(index, scope, this.#frame.scope, known !== undefined);
    this.#frames.push({ scope, className: known?.name ?? -1, isFunction, parens: this.#parens });
    this.#parens = 0;
    this.#isStart = scope <= Scope.block;
    return stream.after(index);
  }

  #closeBrace(index: number): void {
    if (this.#frames.length === 1) return;
    const { scope, isFunction, parens } = this.#frames.pop() ?? outermost;
    this.#parens = parens;
    const isBody = scope === Scope.block || scope === Scope.namespace;
    this.#isStart = isBody && parens === 0 && this.#frame.scope <= Scope.block;
    if (isFunction) this.#elision?.afterFunction(index);
    else this.#elision?.close(index, scope);
  }
}

/** The semicolon or brace that ends the head of a declaration; after the initializers of a constructor. */
function endOfHead(stream: Stream, from: number): number {
  let isInitializer = false;
  for (let at = from; ; at = stream.after(at)) {
    const type = stream.kind(at);
    if (type === Char.semicolon || type === Char.closeBrace || type === Kind.end) return at;
    if (type === Char.openBrace && !(isInitializer && startsValue(stream, at))) return at;
    if (type === Char.colon) isInitializer ||= stream.kind(stream.before(at)) === Char.close;
    else if (type === Char.open || type === Char.openBracket || type === Char.openBrace) at = stream.partner(at) || at;
  }
}

/** `a{1}`, `A<int>{}` */
function startsValue(stream: Stream, brace: number): boolean {
  const before = stream.before(brace);
  return stream.isName(before) || stream.kind(before) === Char.greater;
}

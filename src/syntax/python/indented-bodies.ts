/**
 * The bodies of Python functions that are not parsed if only definitions are wanted (a speed-up of scans). Input: a
 * text, read by lines and indentation; output: the ranges to cut, or undefined if there is a doubt.
 */
import type { Cut } from "../cuts.ts";

/** Less than this is not worth a cut. */
const shortestCut = 24;

/** The replacement of a body: the shortest statement. */
const stub = "0";

type Definition = {
  readonly indent: number;
  readonly start: number;
  readonly isFunction: boolean;
  /** The first parameter of a method where attributes are asked for; "" for others. */
  readonly self: string;
  /** Its statements that set attributes of `self`, in order. */
  readonly kept: Span[];
  /** The start of its first statement that may be cut, or -1. */
  body: number;
  hasDocstring: boolean;
  hasDefinitions: boolean;
};

/** Offsets of the first character of a statement and of the end of its line. */
type Span = { readonly start: number; readonly end: number };

/** The parts of a text that are skipped if only definitions are requested. */
type BodyOptions = {
  /** Is all that list_symbols lists asked for? Then docstrings, types of functions and attributes are not cut. */
  readonly symbols?: boolean;
  /** True for the text of a function in no other one whose body stays, with all that is in it; false for all by default. */
  readonly needsBody?: (text: string) => boolean;
};

/**
 * The bodies of functions in Python that hold no further definition, read by lines and indentation as the language
 * reference has them (sections 2.1 and 8.7). Undefined if that leaves a doubt, such as a string that does not end,
 * brackets that do not pair, or a line whose indentation fits no block: then the whole text is to be parsed.
 *
 * If all symbols are requested, a docstring is not part of a body, of long strings what stands between the quotes is
 * cut everywhere, and of the body of a method the statements stay that set attributes of its first parameter, one below
 * the other without the blocks that they are in.
 */
export function indentedBodies(text: string, options: BodyOptions = {}): readonly Cut[] | undefined {
  return new Outline(text, options).run();
}

class Outline {
  readonly #text: string;
  readonly #symbols: boolean;
  readonly #needsBody: BodyOptions["needsBody"];
  /** May some statement name a type? */
  readonly #namesTypes: boolean;
  readonly #cuts: Cut[] = [];
  readonly #definitions: Definition[] = [];
  /** Columns of the blocks that are open. */
  readonly #levels: number[] = [0];
  readonly #brackets: number[] = [];
  /** The end of the last statement, without its line break. */
  #lastEnd = 0;
  #opensBlock = false;
  #at: number;

  constructor(text: string, { symbols = false, needsBody }: BodyOptions) {
    this.#text = text;
    this.#symbols = symbols;
    this.#needsBody = needsBody;
    this.#namesTypes = symbols && typeNames.test(text);
    this.#at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  }

  run(): readonly Cut[] | undefined {
    const text = this.#text;
    while (this.#at < text.length) {
      const indent = this.#indentation();
      if (indent < 0) return undefined;
      const code = text.charCodeAt(this.#at);
      if (code === newline || code === carriageReturn || code === hash) this.#at = this.#afterLine(this.#at);
      else if (this.#at < text.length && !this.#statement(indent)) return undefined;
    }
    if (this.#opensBlock) return undefined;
    this.#close(0);
    return this.#cuts;
  }

  /** The column of the line's first character, which is gone to; -1 where spaces and tabs leave it open. */
  #indentation(): number {
    const text = this.#text;
    let column = 0;
    let seen = 0;
    for (; ; this.#at += 1) {
      const code = text.charCodeAt(this.#at);
      if (code === space) column += 1;
      else if (code === tab) column += 8 - (column % 8);
      else if (code === formFeed) column = 0;
      else return column;
      if (code !== formFeed) seen |= code === space ? 1 : 2;
      if (seen === 3) return -1;
    }
  }

  #statement(indent: number): boolean {
    if (!this.#enter(indent)) return false;
    const start = this.#at;
    const definitions = this.#definitions;
    const innermost = definitions[definitions.length - 1];
    if (innermost !== undefined && innermost.body < 0) this.#startBody(innermost, start);
    const isFunction = this.#startsFunction(start);
    const isDefinition = isFunction || this.#startsWith(start, "class") > 0;
    const lastCode = this.#logicalLine();
    if (lastCode < 0) return false;
    this.#opensBlock = lastCode === colon;
    if (innermost !== undefined && innermost.self !== "" && !isDefinition) this.#keepAttributes(innermost, start);
    if (!isDefinition && !this.#namesType(start)) return true;
    for (const outer of definitions) outer.hasDefinitions = true;
    if (isDefinition && this.#opensBlock) {
      const isMethod = this.#symbols && isFunction && innermost !== undefined && !innermost.isFunction;
      const self = isMethod ? this.#firstParameter(start) : "";
      definitions.push({
        indent,
        start,
        isFunction,
        self,
        kept: [],
        body: -1,
        hasDocstring: false,
        hasDefinitions: false,
      });
    }
    return true;
  }

  /** The first parameter of the function whose definition starts here; "" for none. */
  #firstParameter(start: number): string {
    firstParameter.lastIndex = start;
    return firstParameter.exec(this.#text)?.[1] ?? "";
  }

  /** Keeps a statement of a method that sets an attribute; all of the body where the statement holds another one. */
  #keepAttributes(method: Definition, start: number): void {
    const { self, kept } = method;
    const statement = this.#text.slice(start, this.#lastEnd);
    const at = statement.indexOf(self);
    if (at < 0) return;
    if (at === 0) {
      afterSelf.lastIndex = self.length;
      if (afterSelf.test(statement)) kept.push({ start, end: this.#lastEnd });
      else if (isBehind(";", statement, self)) method.hasDefinitions = true;
    } else if (compound.test(statement)) {
      if (!this.#opensBlock || isBehind(" as ", statement, self) || setsInLoop(statement, self))
        method.hasDefinitions = true;
    } else if (targets.exec(statement)?.[0].includes(self)) kept.push({ start, end: this.#lastEnd });
    else if (isBehind(";", statement, self)) method.hasDefinitions = true;
  }

  /** A string that comes first is not part of the body where docs are asked for. */
  #startBody(definition: Definition, start: number): void {
    string.lastIndex = start;
    if (this.#symbols && !definition.hasDocstring && string.test(this.#text)) definition.hasDocstring = true;
    else definition.body = start;
  }

  /** True when the statement that ends here may name a type. */
  #namesType(start: number): boolean {
    return this.#namesTypes && typeNames.test(this.#text.slice(start, this.#at));
  }

  /** Opens or closes blocks so that a statement can be in this column; false if none fits. */
  #enter(indent: number): boolean {
    const levels = this.#levels;
    const level = levels[levels.length - 1] ?? 0;
    if (indent > level) {
      if (this.#opensBlock) levels.push(indent);
      return this.#opensBlock;
    }
    if (this.#opensBlock) return false;
    if (indent === level) {
      this.#close(indent);
      return true;
    }
    while ((levels[levels.length - 1] ?? 0) > indent) levels.pop();
    this.#close(indent);
    return levels[levels.length - 1] === indent;
  }

  /** Ends the definitions that a statement in this column does not belong to. */
  #close(indent: number): void {
    const definitions = this.#definitions;
    for (let last = definitions[definitions.length - 1]; last !== undefined && last.indent >= indent; ) {
      definitions.pop();
      const { start, isFunction, body, hasDefinitions, kept } = last;
      if (isFunction && this.#isNeeded(start)) this.#uncutFrom(start);
      else if (isFunction && !hasDefinitions && body >= 0 && this.#lastEnd - body >= shortestCut)
        this.#cutBody(body, kept);
      last = definitions[definitions.length - 1];
    }
  }

  /** True if a function that ends here is in no other one, and is needed: comments before the next statement are in its body. */
  #isNeeded(start: number): boolean {
    if (this.#needsBody === undefined) return false;
    const isOuter = !this.#definitions.some(({ isFunction }) => isFunction);
    return isOuter && this.#needsBody(this.#text.slice(start, this.#at));
  }

  /** Takes back what was cut from an offset on, and returns it. */
  #uncutFrom(start: number): Cut[] {
    const cuts = this.#cuts;
    let first = cuts.length;
    while ((cuts[first - 1]?.start ?? -1) >= start) first -= 1;
    return cuts.splice(first);
  }

  #cutBody(start: number, kept: readonly Span[]): void {
    const inner = this.#uncutFrom(start);
    const cuts = this.#cuts;
    const lineBreak = `\n${this.#indentationBefore(start)}`;
    let from = start;
    let next = 0;
    for (const { start: keptStart, end } of kept) {
      if (keptStart < start) continue;
      if (keptStart > from)
        cuts.push({ start: from, end: keptStart, put: from === start ? stub + lineBreak : lineBreak });
      while ((inner[next]?.start ?? Number.POSITIVE_INFINITY) < keptStart) next += 1;
      for (let cut = inner[next]; cut !== undefined && cut.start < end; cut = inner[next]) {
        cuts.push(cut);
        next += 1;
      }
      from = end;
    }
    if (from < this.#lastEnd)
      cuts.push({ start: from, end: this.#lastEnd, put: from === start ? stub : lineBreak + stub });
  }

  /** The blanks between the start of a line and its first statement. */
  #indentationBefore(start: number): string {
    let from = start;
    while (classes[this.#text.charCodeAt(from - 1)] === blank) from -= 1;
    return this.#text.slice(from, start);
  }

  /** Cuts the text between three quotes and three quotes, except values inside of it. */
  #cutString(start: number, end: number): void {
    const text = this.#text;
    const quotes = text.slice(start, start + 3);
    if (end - start - 6 < shortestCut || quotes !== text.charAt(start).repeat(3)) return;
    if (!/[ft]/i.test(text.slice(Math.max(0, start - 2), start)))
      this.#cuts.push({ start: start + 3, end: end - 3, put: "" });
  }

  /** Goes after the logical line; gives the code of its last character before any comment, or -1 in doubt. */
  #logicalLine(): number {
    const text = this.#text;
    const brackets = this.#brackets;
    let last = 0;
    let at = this.#at;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code > 127) {
        last = code;
        continue;
      }
      switch (classes[code]) {
        case plain:
          last = code;
          break;
        case blank:
          break;
        case lineEnd:
          if (brackets.length === 0) {
            this.#lastEnd = at;
            this.#at = code === carriageReturn && text.charCodeAt(at + 1) === newline ? at + 2 : at + 1;
            return last;
          }
          if (this.#startsDefinition(at + 1)) return -1;
          break;
        case comment:
          at = endOfLine(text, at) - 1;
          break;
        case quote: {
          const end = endOfString(text, at);
          if (end < 0) return -1;
          if (this.#symbols) this.#cutString(at, end);
          at = end - 1;
          last = code;
          break;
        }
        case opening:
          brackets.push(code);
          last = code;
          break;
        case closing:
          if (brackets.pop() !== opener(code)) return -1;
          last = code;
          break;
        default: {
          const next = text.charCodeAt(at + 1);
          if (next !== newline && next !== carriageReturn) return -1;
          at += next === carriageReturn && text.charCodeAt(at + 2) === newline ? 2 : 1;
        }
      }
    }
    this.#lastEnd = at;
    this.#at = at;
    return brackets.length > 0 ? -1 : last;
  }

  /** True if a definition starts on a line inside brackets: then a bracket is missing. */
  #startsDefinition(line: number): boolean {
    const at = afterBlanks(this.#text, line);
    return this.#startsFunction(at) || this.#startsWith(at, "class") > 0;
  }

  #startsFunction(at: number): boolean {
    const afterAsync = this.#startsWith(at, "async");
    return this.#startsWith(afterAsync > 0 ? afterBlanks(this.#text, afterAsync) : at, "def") > 0;
  }

  /** The end of a keyword that is here, or 0. */
  #startsWith(at: number, keyword: string): number {
    const text = this.#text;
    if (!text.startsWith(keyword, at)) return 0;
    const end = at + keyword.length;
    const next = text.charCodeAt(end);
    return classes[next] === blank || next === backslash ? end : 0;
  }

  #afterLine(at: number): number {
    const end = endOfLine(this.#text, at);
    const isPair = this.#text.charCodeAt(end) === carriageReturn && this.#text.charCodeAt(end + 1) === newline;
    return isPair ? end + 2 : end + 1;
  }
}

/** A string where a statement starts. */
const string = /[a-z]{0,2}["']/iy;

/**
 * `type X = int` and `X: TypeAlias = int`, which list_symbols lists inside of functions, too. V8 looks for the words
 * first, and then at the text before them.
 */
const typeNames = /type[ \t\f\\](?<=(?:^|[;:])[ \t\f]*type.)|TypeAlias/m;

/** `def f(self`, up to the end of the parameter's name. */
const firstParameter = /(?:async[ \t\\\r\n]+)?def[ \t]+\w+[ \t]*(?:\[[^\]()]*\][ \t]*)?\([ \t\r\n]*(\w+)/y;

/** `.x =`, `.x: int`, `.x +=`, `.x, self.y =`: after the first word of a statement that may set an attribute. */
const afterSelf = /[ \t]*\.[ \t]*\w+[ \t]*(?:=(?!=)|:|,|[-+*/%@&|^]=|(?:\/\/|\*\*|>>|<<)=)/y;

/** `a, self.x =`, `(self.x, self.y) =`, `a = self.x =`: the text before the value in a statement that may set one. */
const targets = /^(?:[\w.,*()[\]\s]+=(?!=))+/;

/** The words that begin a statement that may contain others. */
const compound = /^(?:if|elif|else|for|while|with|try|except|finally|case|async)\b/;

/** True for `for self.x in y:`. */
function setsInLoop(statement: string, self: string): boolean {
  return /^(?:async\s+)?for\b/.test(statement) && (statement.split(/\bin\b/, 1)[0] ?? "").includes(self);
}

/** True when a name follows the first place of a text. */
function isBehind(text: string, statement: string, name: string): boolean {
  const at = statement.indexOf(text);
  return at >= 0 && statement.includes(name, at);
}

const newline = 10;
const carriageReturn = 13;
const formFeed = 12;
const tab = 9;
const space = 32;
const hash = 35;
const colon = 58;
const backslash = 92;

const plain = 0;
const blank = 1;
const lineEnd = 2;
const comment = 3;
const quote = 4;
const opening = 5;
const closing = 6;
const continuation = 7;

/** The class of each ASCII character. */
const classes = new Uint8Array(128);
for (const [kind, characters] of [
  [blank, " \t\f"],
  [lineEnd, "\n\r"],
  [comment, "#"],
  [quote, "\"'"],
  [opening, "([{"],
  [closing, ")]}"],
  [continuation, "\\"],
] as const) {
  for (const character of characters) classes[character.charCodeAt(0)] = kind;
}

const opener = (closer: number): number => (closer === 41 ? 40 : closer - 2);

function afterBlanks(text: string, at: number): number {
  let end = at;
  while (classes[text.charCodeAt(end)] === blank) end += 1;
  return end;
}

function endOfLine(text: string, at: number): number {
  for (let end = at; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === newline || code === carriageReturn) return end;
  }
  return text.length;
}

/** The end of the string whose quote is here, or -1 if it does not end. */
function endOfString(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const isTriple = text.charCodeAt(at + 1) === code && text.charCodeAt(at + 2) === code;
  if (isTriple) return endOfTriple(text, at + 3, text.slice(at, at + 3));
  for (let end = at + 1; end < text.length; end += 1) {
    const here = text.charCodeAt(end);
    if (here === code) return end + 1;
    if (here === newline || here === carriageReturn) return -1;
    if (here === backslash)
      end += text.charCodeAt(end + 1) === carriageReturn && text.charCodeAt(end + 2) === newline ? 2 : 1;
  }
  return -1;
}

function endOfTriple(text: string, from: number, quotes: string): number {
  for (let end = text.indexOf(quotes, from); end >= 0; end = text.indexOf(quotes, end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash && end - 1 - slashes >= from) slashes += 1;
    if (slashes % 2 === 0) return end + 3;
  }
  return -1;
}

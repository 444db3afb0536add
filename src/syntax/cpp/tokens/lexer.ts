/**
 * The lexer of C++ for masking: one linear pass. Input: a text; output: its tokens as columns of numbers, with
 * brackets, directives and triggers listed apart.
 */
import { backslash, classes, digit, letter, newline, punctuation, quote, slash, space } from "./characters.ts";
import { definingWords } from "./keywords.ts";
import { Kind, maxKeptTokens, type Tokens } from "./token-list.ts";
import { vocabulary, widerBytes, widerNumbers } from "./vocabulary.ts";

const directives: ReadonlyMap<string, number> = new Map([
  ["if", Kind.if],
  ["ifdef", Kind.if],
  ["ifndef", Kind.if],
  ["elif", Kind.elif],
  ["elifdef", Kind.elif],
  ["elifndef", Kind.elif],
  ["else", Kind.else],
  ["endif", Kind.endif],
  ["define", Kind.define],
  ["include", Kind.include],
]);

/** The spelling of a bracket on keyboards without it → the code of the bracket. */
const digraphs: ReadonlyMap<string, number> = new Map([
  ["<%", 123],
  ["%>", 125],
  ["<:", 91],
  [":>", 93],
]);

const rawPrefixes: ReadonlySet<string> = new Set(["R", "LR", "uR", "UR", "u8R"]);
const stringPrefixes: ReadonlySet<string> = new Set(["L", "u", "U", "u8"]);

/** 1 for each kind of token that is a bracket or a directive, and for each `Word` that defines. */
const isMark = new Uint8Array(128);
const isMarkWord = new Uint8Array(128);
for (const word of definingWords) isMarkWord[word] = 1;
for (const character of "(){}[]") isMark[character.charCodeAt(0)] = 1;
for (let kind: number = Kind.if; kind <= Kind.directive; kind += 1) isMark[kind] = 1;

/** The tokens to search a text for: 1 for each kind of token, and for the number of each keyword. */
export type Triggers = { readonly kinds: Uint8Array; readonly words: Uint8Array };

const noTriggers: Triggers = { kinds: new Uint8Array(256), words: new Uint8Array(0) };

/** One pass, linear in the text; never throws, an unfinished literal ends with its line or the text. */
export function tokensOf(text: string, triggers = noTriggers): Tokens {
  if (lexer.isLarge) lexer = new Lexer();
  return lexer.run(text, triggers);
}

class Lexer {
  #text = "";
  /** The text's UTF-16 codes, zeros after its end. */
  #codes = new Uint16Array(0);
  #at = 0;
  #count = 0;
  #kind = new Uint8Array(0);
  #start = new Int32Array(0);
  #end = new Int32Array(0);
  #first = new Uint8Array(0);
  #word = new Int32Array(0);
  #form = new Int8Array(0);
  #words = vocabulary();
  #directives: number[] = [];
  #digraphs: number[] = [];
  #marks = new Int32Array(0);
  #triggered = new Int32Array(0);
  #markCount = 0;
  #triggeredCount = 0;
  #isSound = true;
  #triggers = noTriggers;

  /** True after a text whose arrays are too large to be kept for the next one. */
  get isLarge(): boolean {
    return Math.max(this.#kind.length, this.#codes.length / codesOfToken) > maxKeptTokens;
  }

  run(text: string, triggers: Triggers): Tokens {
    this.#triggers = triggers;
    this.#read(text);
    const codes = this.#codes;
    const { length } = text;
    let first = 1;
    while (this.#at < length) {
      const at = this.#at;
      const code = codes[at] ?? 0;
      const type = classes[code];
      if (type === letter) {
        if (code === 0xfeff && at === 0) {
          this.#at = 1;
          continue;
        }
        this.#addWord(first);
      } else if (type === space || type === backslash) {
        this.#at = at + 1;
        continue;
      } else if (type === newline) {
        this.#at = at + 1;
        first = 1;
        continue;
      } else if (type === punctuation) this.#addPunctuation(code, first);
      else if (type === digit) this.#add(Kind.number, at, this.#endOfNumber(at), first);
      else if (type === slash) {
        const end = this.#endOfComment(at);
        if (end > 0) {
          this.#at = end;
          continue;
        }
        this.#addPunctuation(code, first);
      } else if (type === quote)
        this.#add(code === 34 ? Kind.string : Kind.character, at, this.#endOfLiteral(at, code), first);
      else if (first === 1) this.#addDirective();
      else {
        this.#isSound = false;
        this.#addPunctuation(code, first);
      }
      first = 0;
    }
    this.#add(Kind.end, length, length, 1);
    return {
      count: this.#count,
      kind: this.#kind,
      start: this.#start,
      end: this.#end,
      first: this.#first,
      word: this.#word,
      form: this.#form,
      vocabulary: this.#words,
      directives: this.#directives,
      digraphs: this.#digraphs,
      marks: this.#marks,
      markCount: this.#markCount,
      triggered: this.#triggered,
      triggeredCount: this.#triggeredCount,
      isSound: this.#isSound,
    };
  }

  /** Takes a text, and makes room for one token a character, which is the most there can be. */
  #read(text: string): void {
    const { length } = text;
    this.#text = text;
    this.#at = 0;
    this.#count = 0;
    this.#directives = [];
    this.#digraphs = [];
    this.#markCount = 0;
    this.#triggeredCount = 0;
    this.#isSound = true;
    this.#words = vocabulary();
    if (length + 8 > this.#codes.length) this.#codes = new Uint16Array(Math.max(1 << 16, length * 2));
    const codes = this.#codes;
    if (isLittleEndian) Buffer.from(codes.buffer).write(text, 0, length * 2, "utf16le");
    else for (let index = 0; index < length; index += 1) codes[index] = text.charCodeAt(index);
    codes.fill(0, length, length + 8);
  }

  #add(kind: number, start: number, end: number, first: number): void {
    if (this.#count === this.#kind.length) this.#grow();
    const count = this.#count;
    this.#kind[count] = kind;
    this.#form[count] = -1;
    // The arrays are used for one text after the other: a bracket must not keep the word of the text before.
    this.#word[count] = 0;
    this.#start[count] = start;
    this.#end[count] = end;
    this.#first[count] = first;
    this.#count = count + 1;
    this.#at = end;
    if (isMark[kind] === 1) this.#marks[this.#markCount++] = count;
    if (this.#triggers.kinds[kind] === 1) this.#triggered[this.#triggeredCount++] = count;
  }

  #grow(): void {
    const room = Math.max(1 << 14, this.#kind.length * 2);
    const form = new Int8Array(room);
    form.set(this.#form);
    this.#form = form;
    this.#kind = widerBytes(this.#kind, room);
    this.#first = widerBytes(this.#first, room);
    this.#start = widerNumbers(this.#start, room);
    this.#end = widerNumbers(this.#end, room);
    this.#word = widerNumbers(this.#word, room);
    this.#marks = widerNumbers(this.#marks, room);
    this.#triggered = widerNumbers(this.#triggered, room);
  }

  #addPunctuation(code: number, first: number): void {
    const codes = this.#codes;
    const at = this.#at;
    const next = codes[at + 1] ?? 0;
    let kind = code;
    let length = 1;
    if (next === 61) {
      if (code === 61 || code === 33 || code === 60 || code === 62) {
        kind = Kind.operator;
        length = code === 60 && codes[at + 2] === 62 ? 3 : 2;
      } else if (isAssigning(code)) {
        kind = Kind.operator;
        length = 2;
      }
    } else if (code === 58 && next === 58) {
      kind = Kind.scope;
      length = 2;
    } else if (code === 45 && next === 62) {
      kind = Kind.arrow;
      length = 2;
    } else if (code === 46 && next >= 48 && next <= 57)
      return void this.#add(Kind.number, at, this.#endOfNumber(at), first);
    else if (code === 60 || code === 37 || code === 58) {
      const bracket = this.#bracketAt(at);
      if (bracket > 0) {
        this.#digraphs.push(this.#count);
        kind = bracket;
        length = 2;
      }
    }
    this.#add(kind, at, at + length, first);
  }

  /** The code of the bracket that a digraph stands for, or 0. `<::` is an angle bracket before a scope: [lex.pptoken]. */
  #bracketAt(at: number): number {
    const codes = this.#codes;
    const text = this.#text;
    const bracket = digraphs.get(text.slice(at, at + 2)) ?? 0;
    const isScope = bracket === 91 && codes[at + 2] === 58 && codes[at + 3] !== 58 && codes[at + 3] !== 62;
    return isScope ? 0 : bracket;
  }

  #addWord(first: number): void {
    const codes = this.#codes;
    const at = this.#at;
    let end = at;
    let sum = 0;
    for (let code = codes[at] ?? 0; (classes[code] ?? 0) >= letter; code = codes[end] ?? 0) {
      sum = (Math.imul(sum, 31) + code) | 0;
      end += 1;
    }
    const next = codes[end] ?? 0;
    if ((next === 34 || next === 39) && end - at <= 3 && this.#addPrefixed(end, next, first)) return;
    const word = this.#words.find(codes, at, end, sum, this.#text);
    if (this.#count === this.#kind.length) this.#grow();
    const count = this.#count;
    const form = this.#words.forms[word] ?? 0;
    this.#kind[count] = Kind.word;
    this.#form[count] = form;
    this.#start[count] = at;
    this.#end[count] = end;
    this.#first[count] = first;
    this.#word[count] = word;
    this.#count = count + 1;
    this.#at = end;
    if (isMarkWord[form] === 1) this.#marks[this.#markCount++] = count;
    if (word < this.#triggers.words.length && this.#triggers.words[word] === 1)
      this.#triggered[this.#triggeredCount++] = count;
  }

  /** `L"…"`, `u8R"(…)"`; false if the word is not a prefix. */
  #addPrefixed(end: number, next: number, first: number): boolean {
    const at = this.#at;
    const prefix = this.#text.slice(at, end);
    if (next === 34 && rawPrefixes.has(prefix)) this.#add(Kind.string, at, this.#endOfRaw(end), first);
    else if (stringPrefixes.has(prefix)) {
      this.#add(next === 34 ? Kind.string : Kind.character, at, this.#endOfLiteral(end, next), first);
    } else return false;
    return true;
  }

  #endOfNumber(at: number): number {
    const codes = this.#codes;
    const text = this.#text;
    let end = at + 1;
    for (; end < text.length; end += 1) {
      const code = codes[end] ?? 0;
      const type = classes[code];
      if (type === letter || type === digit || code === 46) continue;
      const before = (codes[end - 1] ?? 0) | 32;
      if ((code === 43 || code === 45) && (before === 101 || before === 112) && !isHex(codes, at, before)) continue;
      if (code === 39 && isWordCode(codes[end + 1] ?? 0)) continue;
      break;
    }
    return end;
  }

  #endOfLiteral(at: number, close: number): number {
    const codes = this.#codes;
    const text = this.#text;
    for (let end = at + 1; end < text.length; end += 1) {
      const code = codes[end] ?? 0;
      if (code === close) return end + 1;
      if (code === 10) {
        this.#isSound = false;
        return end;
      }
      if (code === 92) {
        end += 1;
        if (codes[end] === 13) end += 1;
      }
    }
    this.#isSound = false;
    return text.length;
  }

  #endOfRaw(at: number): number {
    const text = this.#text;
    const open = text.indexOf("(", at);
    if (open < 0 || open - at > 17) return this.#endOfLiteral(at, 34);
    const close = `)${text.slice(at + 1, open)}"`;
    const end = text.indexOf(close, open);
    if (end < 0) this.#isSound = false;
    return end < 0 ? text.length : end + close.length;
  }

  /** The end of the comment that starts here, or 0. */
  #endOfComment(at: number): number {
    const codes = this.#codes;
    const text = this.#text;
    const next = codes[at + 1] ?? 0;
    if (next === 42) {
      const end = text.indexOf("*/", at + 2);
      if (end < 0) this.#isSound = false;
      return end < 0 ? text.length : end + 2;
    }
    return next === 47 ? endOfLine(text, at) : 0;
  }

  #addDirective(): void {
    const codes = this.#codes;
    const text = this.#text;
    const at = this.#at;
    let name = at + 1;
    while (codes[name] === 32 || codes[name] === 9) name += 1;
    let end = name;
    while (isWordCode(codes[end] ?? 0)) end += 1;
    const kind = directives.get(text.slice(name, end)) ?? Kind.directive;
    this.#directives.push(this.#count);
    this.#add(kind, at, this.#endOfDirective(end, kind), 1);
  }

  /** A directive runs to its line's end, over continued lines and over comments of many lines. */
  #endOfDirective(at: number, kind: number): number {
    const codes = this.#codes;
    const text = this.#text;
    for (let end = at; end < text.length; end += 1) {
      const code = codes[end] ?? 0;
      if (code === 10) return codes[end - 1] === 13 ? end - 1 : end;
      if (code === 92) {
        end += codes[end + 1] === 13 ? 2 : 1;
      } else if (code === 47) {
        const comment = this.#endOfComment(end);
        if (comment > 0) end = comment - 1;
      } else if (code === 39 && text.startsWith(quoteCharacter, end)) {
        end += quoteCharacter.length - 1;
      } else if (code === 34 && kind !== Kind.directive) {
        end = this.#endOfLiteral(end, 34) - 1;
      }
    }
    return text.length;
  }
}

/** The one character in quotes that a directive may not go on with as a string. */
const quoteCharacter = `'"'`;

/** Codes of a text for each token, with codes of the room after it. */
const codesOfToken = 8;

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Used for one text after the other. */
let lexer = new Lexer();

/** The end of the line without its line break, over continued lines. */
export function endOfLine(text: string, at: number): number {
  for (let from = at; ; ) {
    const end = text.indexOf("\n", from);
    if (end < 0) return text.length;
    const last = text.charCodeAt(end - 1) === 13 ? end - 2 : end - 1;
    if (text.charCodeAt(last) !== 92) return last + 1;
    from = end + 1;
  }
}

function isWordCode(code: number): boolean {
  return (classes[code] ?? 0) >= letter;
}

function isAssigning(code: number): boolean {
  return (
    code === 43 ||
    code === 45 ||
    code === 42 ||
    code === 47 ||
    code === 37 ||
    code === 38 ||
    code === 124 ||
    code === 94
  );
}

/** `0xe+1` is a sum, `0x1p+3` is a number. */
function isHex(codes: Uint16Array, start: number, before: number): boolean {
  return before === 101 && ((codes[start + 1] ?? 0) | 32) === 120;
}

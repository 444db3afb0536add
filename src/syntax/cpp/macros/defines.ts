/**
 * The `#define`s of a C++ text. Input: the text or its tokens; output: the role of each macro as a string, such as
 * `attribute`, `open 1 a` or `declares variable $2`, which says how its uses are read.
 */
import { LeftOutBranches } from "../conditionals/left-out.ts";
import { endOfLine } from "../tokens/end-of-line.ts";
import { keywords, Word } from "../tokens/keywords.ts";
import { Kind, type Tokens } from "../tokens/token-list.ts";
import { combineRoles, inLeftOutBranch, type MacroRoles } from "./roles.ts";

/**
 * The roles of the macros that a text defines; strings only, so that maps of many files can be stored and merged. Takes
 * a time that grows with the length of only the text, whatever is in it.
 */
export function definesOf(text: string): MacroRoles {
  const roles = new Map<string, string>();
  const comments = new CommentStarts(text);
  const branches = new LeftOutBranches();
  /** The conditions since the last definition. */
  let conditions: number[] = [];
  for (let at = text.indexOf("#"); at >= 0; at = text.indexOf("#", at + 1)) {
    const type = directiveAt(text, at);
    if (type === "condition") conditions.push(at);
    if (type !== "define") continue;
    for (const condition of conditions) {
      if (comments.endAround(condition) === 0) branches.pass(text.slice(condition, endOfLine(text, condition)));
    }
    conditions = [];
    const commentEnd = comments.endAround(at);
    if (commentEnd < 0) return roles;
    if (commentEnd > 0) {
      at = commentEnd - 1;
      continue;
    }
    const end = endOfLine(text, at);
    learn(roles, text.slice(at, end), branches.isLeftOut);
    at = end;
  }
  return roles;
}

/** The places of a text where a comment may start, from its beginning on. */
class CommentStarts {
  /** The index of the next one; Infinity when there is none. */
  #next = 0;
  readonly #text: string;
  /**
   * Not indexOf: V8 takes that for pure, and may search again for a place that was found before a loop in each round of
   * the loop. With 700,000 defines in 10 MB without a comment, that never ended.
   */
  readonly #pattern = /\/\*/g;
  /** Up to here the text was looked at, and whether that line is code so far. */
  #seen = 0;
  #isCode = true;
  /** The end of the last comment. */
  #end = 0;

  constructor(text: string) {
    this.#text = text;
    this.#seek(0);
  }

  /** The end of the comment around an index, -1 if it has none, and 0 outside of comments. The indices are asked for in their order. */
  endAround(index: number): number {
    while (this.#end >= 0 && this.#next < index) {
      if (!this.#isNextCode()) {
        this.#seek(this.#next + 2);
        continue;
      }
      const end = this.#text.indexOf("*/", this.#next + 2);
      this.#end = end < 0 ? -1 : end + 2;
      if (end >= 0) this.#seek(end + 2);
    }
    return this.#end < 0 || this.#end > index ? this.#end : 0;
  }

  /** Goes on to the next one from an index on. */
  #seek(from: number): void {
    this.#pattern.lastIndex = from;
    this.#next = this.#pattern.test(this.#text) ? this.#pattern.lastIndex - 2 : Number.POSITIVE_INFINITY;
  }

  /** True when nothing before the next one on its line makes it part of a string or of a line's comment. */
  #isNextCode(): boolean {
    const text = this.#text;
    let lineStart = this.#next;
    while (lineStart > this.#seen && text.charCodeAt(lineStart - 1) !== 10) lineStart--;
    if (lineStart > this.#seen) this.#isCode = true;
    // Of two slashes one may have been seen.
    for (let at = Math.max(lineStart - 1, 0); this.#isCode && at < this.#next; at++) {
      const code = text.charCodeAt(at);
      const isLineComment = code === 47 && at + 1 < this.#next && text.charCodeAt(at + 1) === 47;
      if (code === 34 || isLineComment) this.#isCode = false;
    }
    this.#seen = this.#next;
    return this.#isCode;
  }
}

/** The directive that a `#` at the start of a line begins, if it is one of these. */
function directiveAt(text: string, hash: number): "define" | "condition" | undefined {
  let name = hash + 1;
  while (isBlank(text.charCodeAt(name))) name += 1;
  const isDefine = text.startsWith("define", name);
  if (!isDefine && !(text.startsWith("if", name) || text.startsWith("el", name) || text.startsWith("endif", name)))
    return undefined;
  let before = hash - 1;
  while (before >= 0 && isBlank(text.charCodeAt(before))) before -= 1;
  if (before >= 0 && text.charCodeAt(before) !== 10) return undefined;
  return isDefine ? "define" : "condition";
}

const isBlank = (code: number): boolean => code === 32 || code === 9;

/** The number of the parameter whose argument a macro declares as it is written; undefined for none. */
export function declaredPlaceOf(parameters: readonly string[], replacement: string): number | undefined {
  const names = parameters.map((parameter) => parameter.trim());
  const role = roleOfBody(replacement, new Set(names));
  const place = /^declares\(\) \w+ \$(\d)/.exec(role)?.[1];
  return place === undefined ? undefined : Number(place);
}

export function definesIn(text: string, tokens: Tokens): MacroRoles {
  const roles = new Map<string, string>();
  const branches = new LeftOutBranches();
  const textOf = (index: number) => text.slice(tokens.start[index], tokens.end[index]);
  /** The conditions since the last definition. */
  let conditions: number[] = [];
  for (const index of tokens.directives) {
    const kind = tokens.kind[index] ?? 0;
    if (kind >= Kind.if && kind <= Kind.endif) conditions.push(index);
    if (kind !== Kind.define) continue;
    for (const condition of conditions) branches.pass(textOf(condition));
    conditions = [];
    learn(roles, textOf(index), branches.isLeftOut);
  }
  return roles;
}

function learn(roles: Map<string, string>, line: string, isLeftOut: boolean): void {
  const define = defineOf(line);
  if (!define) return;
  const known = roles.get(define.name);
  const role = isLeftOut ? inLeftOutBranch(define.role) : define.role;
  roles.set(define.name, known === undefined ? role : combineRoles(known, role));
}

/** Beyond this many characters a body is code, whatever it starts with. */
const longestBody = 2000;

function defineOf(line: string): { name: string; role: string } | undefined {
  const head = /^#[ \t]*define(?:[ \t]|\\\r?\n)+([A-Za-z_$][\w$]*)(\()?/.exec(line);
  if (!head) return undefined;
  const [{ length }, name = "", paren] = head;
  if (!paren) return { name, role: roleOfBody(line.slice(length), undefined) };
  const close = line.indexOf(")", length);
  if (close < 0) return undefined;
  const parameters = line.slice(length, close).split(",");
  return { name, role: roleOfBody(line.slice(close + 1), new Set(parameters.map((parameter) => parameter.trim()))) };
}

function roleOfBody(text: string, parameters: ReadonlySet<string> | undefined): string {
  const call = parameters ? "()" : "";
  if (text.length > longestBody) return `other${call}`;
  if (text.trim() === "") return `attribute${call}`;
  const body = text.replace(/\/\*[\s\S]*?(?:\*\/|$)|\/\/.*|\\\r?\n/g, " ");
  const tokens = body.match(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[A-Za-z_$][\w$]*|\d[\w.']*|##|::|\S/g) ?? [];
  const simple = new Body(tokens, parameters ?? new Set()).role();
  const role = simple ?? roleOfCode(tokens, parameters);
  const space = role.indexOf(" ");
  return space < 0 ? role + call : role.slice(0, space) + call + role.slice(space);
}

/** Arguments that a role can name: `$9` is the last one. */
const mostNumberedArguments = 9;

/** A namespace as it is written; one that begins with `$` would be read as the number of an argument. */
const isPath = /^[A-Za-z_][\w$]*(?:::[A-Za-z_$][\w$]*)*$/;

const blankKinds: ReadonlySet<number> = new Set([
  Word.specifier,
  Word.cv,
  Word.trailing,
  Word.attribute,
  Word.alignas,
  Word.vendor,
  Word.extern,
  Word.typename,
  Word.friend,
  Word.asm,
  Word.template,
]);

/** Reads a body that holds nothing but attributes, specifiers, other macros and the opening or closing of scopes. */
class Body {
  readonly #tokens: readonly string[];
  readonly #parameters: ReadonlySet<string>;
  #at = 0;
  #opened = 0;
  #closed = 0;
  /** The parameters that it holds, in order. */
  readonly #wrapped: string[] = [];
  /** True with a call of a parameter: `each(int, 1)` */
  #callsParameter = false;
  #classKeys = 0;
  readonly #aliases: string[] = [];
  /** The namespaces that it opens, outermost first; undefined when it opens other scopes as well. */
  #namespaces: string[] | undefined = [];

  constructor(tokens: readonly string[], parameters: ReadonlySet<string>) {
    this.#tokens = tokens;
    this.#parameters = parameters;
  }

  role(): string | undefined {
    const tokens = this.#tokens;
    if (tokens.length === 1 && keywords.get(tokens[0] ?? "") === Word.access) return "access";
    if (tokens.length > 0 && tokens.every((token) => keywords.get(token) === Word.type)) return "type";
    if (isScope(tokens) || isConstraint(tokens) || isDots(tokens) || isDefault(tokens) || isDeletion(tokens))
      return "attribute";
    if (/^= (?:delete|default)$/.test(tokens.join(" "))) return `body ${tokens.join("")}`;
    while (this.#at < tokens.length) if (!this.#item()) return undefined;
    if (this.#opened !== this.#closed) {
      if (this.#opened < this.#closed) return `close ${this.#closed - this.#opened}`;
      const names = this.#closed > 0 ? [] : (this.#namespaces ?? []);
      return ["open", this.#opened - this.#closed, ...names].join(" ");
    }
    if (this.#opened > 0) return "declaration";
    if (this.#callsParameter) return "other";
    if (this.#classKeys > 0) return this.#wrapped.length + this.#aliases.length === 0 ? "class" : undefined;
    if (this.#wrapped.length > 0) return this.#aliases.length === 0 ? this.#roleOfWrapped() : undefined;
    return this.#aliases.length === 0 ? "attribute" : `alias ${this.#aliases.join(" ")}`;
  }

  /** The role of a body of parameters with attributes around them: one, or a type and the name that it declares. */
  #roleOfWrapped(): string | undefined {
    if (this.#wrapped.length === 1) return "wrap";
    const [type = 0, name = 0, ...others] = this.#wrapped.map((one) => [...this.#parameters].indexOf(one) + 1);
    const hasAttributes = this.#tokens.length > 2;
    const isDeclared = hasAttributes && others.length === 0 && name === type + 1 && name <= mostNumberedArguments;
    return isDeclared ? `declares declarator $${name} $${type}` : undefined;
  }

  /** Consumes one item; false when the body is something else. */
  #item(): boolean {
    const tokens = this.#tokens;
    const token = tokens[this.#at] ?? "";
    const kind = keywords.get(token);
    if (token === "extern" && tokens[this.#at + 1] === '"C"') return this.#opening(this.#at + 2);
    if (kind === Word.namespace) {
      this.#addNamespace(this.#at + 1);
      return this.#opening(this.#at + 1);
    }
    if (token === "using" && tokens[this.#at + 1] === "namespace") return this.#pastSemicolon();
    if (kind !== undefined && blankKinds.has(kind)) return this.#past(this.#at + 1);
    if (kind === Word.classKey) return this.#classKey();
    if (token === "throw" && tokens[this.#at + 1] === "(") return this.#past(this.#at + 1);
    if (token === "[" && tokens[this.#at + 1] === "[") return this.#pastAttribute();
    if (token === "}" || token === "{") return this.#brace(token);
    if (token === ";" && this.#opened + this.#closed > 0) return this.#past(this.#at + 1);
    if (token === "=" && /^(0|default|delete)$/.test(tokens[this.#at + 1] ?? "")) return this.#past(this.#at + 2);
    if (kind !== undefined || !/^[A-Za-z_$]/.test(token)) return false;
    // `WRAP([[deprecated(text)]])`
    if (tokens.slice(this.#at + 1, this.#at + 4).join("") === "([[") return this.#past(this.#at + 1);
    if (tokens[this.#at + 1] === "::" || tokens[this.#at + 1] === "##") return false;
    if (this.#parameters.has(token)) {
      this.#wrapped.push(token);
      if (tokens[this.#at + 1] === "(") this.#callsParameter = true;
    } else this.#aliases.push(token + this.#argumentsBehind(this.#at + 1));
    return this.#past(this.#at + 1);
  }

  /** `(2,0,1)` for arguments, each by its number if it is a parameter; `()` if none is one, and "" for no arguments. */
  #argumentsBehind(at: number): string {
    const tokens = this.#tokens;
    if (tokens[at] !== "(") return "";
    const parameters = [...this.#parameters];
    const places = argumentsIn(tokens.slice(at + 1, endOfGroup(tokens, at) - 1)).map((argument) =>
      argument.length === 1 ? parameters.indexOf(argument[0] ?? "") + 1 : 0,
    );
    return places.some((place) => place > 0) ? `(${places.join(",")})` : "()";
  }

  /** `struct __declspec(align(n))`, as a macro with parameters. */
  #classKey(): boolean {
    this.#classKeys += 1;
    this.#at += 1;
    return this.#classKeys === 1 && this.#parameters.size > 0;
  }

  /** Takes the name of a namespace. */
  #addNamespace(at: number): void {
    const tokens = this.#tokens;
    const name = this.#nameOf(tokens.slice(at, tokens.indexOf("{", at)));
    if (name === undefined) this.#namespaces = undefined;
    else this.#namespaces?.push(name);
  }

  /** `a`, `a::b`; `$1` for the first parameter; undefined for what a parameter is a part of. */
  #nameOf(parts: readonly string[]): string | undefined {
    const name = parts.join("");
    if (!parts.some((part) => this.#parameters.has(part))) return isPath.test(name) ? name : undefined;
    const place = [...this.#parameters].indexOf(name);
    return place >= 0 && place < mostNumberedArguments ? `$${place + 1}` : undefined;
  }

  #brace(token: string): boolean {
    if (token === "}") this.#closed += 1;
    else if (this.#opened === 0) return false;
    else {
      this.#opened += 1;
      this.#namespaces = undefined;
    }
    this.#at += 1;
    return true;
  }

  /** Continues after the parentheses at `at`, if there are any. */
  #past(at: number): boolean {
    const tokens = this.#tokens;
    this.#at = at;
    if (tokens[at] !== "(") return true;
    for (let depth = 0; this.#at < tokens.length; this.#at += 1) {
      if (tokens[this.#at] === "(") depth += 1;
      else if (tokens[this.#at] === ")") depth -= 1;
      if (depth === 0) break;
    }
    this.#at += 1;
    return this.#at <= tokens.length;
  }

  #pastAttribute(): boolean {
    const end = this.#tokens.indexOf("]", this.#at);
    this.#at = end + 2;
    return end > 0;
  }

  #pastSemicolon(): boolean {
    const end = this.#tokens.indexOf(";", this.#at);
    this.#at = end + 1;
    return end > 0;
  }

  /** `namespace a::b {`, `namespace {`, `extern "C" {`; `extern "C"` without a brace is a specifier. */
  #opening(at: number): boolean {
    const tokens = this.#tokens;
    let end = at;
    while (end < tokens.length && tokens[end] !== "{" && /^(::|[\w$]+|[()[\]]|##)$/.test(tokens[end] ?? "")) end += 1;
    if (tokens[end] === "{") this.#opened += 1;
    else if (end > at || tokens[at - 1] !== '"C"') return false;
    if (tokens[at - 1] === '"C"') this.#namespaces = undefined;
    this.#at = tokens[end] === "{" ? end + 1 : end;
    return true;
  }
}

/** `std::`, `::a::b::`: blanked, the name after it reads the same. */
function isScope(tokens: readonly string[]): boolean {
  return tokens[tokens.length - 1] === "::" && tokens.every((token) => token === "::" || /^[A-Za-z_$]/.test(token));
}

/** `requires C<T>` after the head of a template, as against a requires-expression. */
const isConstraint = (tokens: readonly string[]): boolean => tokens[0] === "requires" && !tokens.includes("{");

/** The `...` of a pack: without it, the name of a plain parameter. */
const isDots = (tokens: readonly string[]): boolean => tokens.join("") === "...";

/** `= a`: what a variable or a parameter is initialized with. */
const isDefault = (tokens: readonly string[]): boolean =>
  tokens[0] === "=" && tokens.length > 1 && !/^(?:0|delete|default)$/.test(tokens[1] ?? "");

/** `delete`: without it, a name. */
const isDeletion = (tokens: readonly string[]): boolean => /^(?:::)?delete(?:\[\])?$/.test(tokens.join(""));

/** `lua_Number n;` */
const isMember = (tokens: readonly string[]): boolean =>
  tokens.length === 3 &&
  tokens[2] === ";" &&
  tokens.slice(0, 2).every((token) => /^[A-Za-z_]\w*$/.test(token)) &&
  !keywords.has(tokens[1] ?? "") &&
  (keywords.get(tokens[0] ?? "") ?? Word.type) === Word.type;

/** `new`, `::new (p, __LINE__)`: what allocates is said where the macro is used. */
const isAllocation = (tokens: readonly string[]): boolean =>
  /^(?:::)?new(?:\((?:[^()]|\([^()]*\))*\))?$/.test(tokens.join(""));

/** `if`, `if constexpr`, `while`: what a condition in parentheses follows. */
const isCondition = (tokens: readonly string[]): boolean => /^(?:if(?: constexpr)?|while)$/.test(tokens.join(" "));

/** `{ a(); }` and `{}`, as against what initializes an array. */
const isBlock = (tokens: readonly string[]): boolean =>
  tokens[0] === "{" && endOfGroup(tokens, 0) === tokens.length && (tokens.length === 2 || tokens.includes(";"));

/**
 * The role of a macro that declares the name that one of its arguments is: `declares variable $2 $1*` of `T *n = f(n);`.
 * Undefined for one that does not end a statement, which may be the head of something.
 */
function declaredIn(tokens: readonly string[], parameters: readonly string[]): string | undefined {
  if (!/^[;}]$/.test(tokens.at(-1) ?? "")) return undefined;
  for (let start = 0; start < tokens.length; ) {
    const struct = structIn(tokens, start, parameters);
    if (struct !== undefined) return struct;
    const { end, close } = endsOfDeclarator(tokens, start);
    const place = parameters.indexOf(tokens[end - 1] ?? "");
    const head = tokens.slice(start, end - 1);
    const kind = place < 0 || place >= mostNumberedArguments ? undefined : kindOfDeclared(tokens, head, end);
    if (kind !== undefined) return [`declares ${kind} $${place + 1}`, ...typeIn(head, parameters)].join(" ");
    start = close;
  }
  return undefined;
}

/** `struct Name : Base { … }` */
function structIn(tokens: readonly string[], start: number, parameters: readonly string[]): string | undefined {
  const [key = "", name = "", next = ""] = tokens.slice(start, start + 3);
  const place = parameters.indexOf(name);
  const isStruct = keywords.get(key) === Word.classKey && /^(?:[:{]|final)$/.test(next);
  return isStruct && place >= 0 && place < mostNumberedArguments ? `declares struct $${place + 1}` : undefined;
}

/** The place where the name of the first declarator of a statement ends, and the one after the statement. */
function endsOfDeclarator(tokens: readonly string[], start: number): { readonly end: number; readonly close: number } {
  let end = -1;
  for (let at = start; at < tokens.length; at += 1) {
    const token = tokens[at] ?? "";
    if (end < 0 && /^[;=[({]$/.test(token)) end = at;
    if (token === ";") return { end, close: at + 1 };
    if (!/^[({]$/.test(token)) continue;
    at = endOfGroup(tokens, at) - 1;
    if (at < 0) break;
    if (token === "{" && tokens[at + 1] !== ";") return { end, close: at + 1 };
  }
  return { end, close: tokens.length };
}

/** The declaration of a statement whose head before the name is a type, by the token at `end`. */
function kindOfDeclared(tokens: readonly string[], head: readonly string[], end: number): string | undefined {
  const isTypedef = head[0] === "typedef";
  const words = isTypedef ? head.slice(1) : head;
  const isType =
    words.every((token) => /^(?:\*|&|::|<|>)$/.test(token) || isWordOf(typeWords, token)) &&
    words.some((token) => isWordOf(namingWords, token)) &&
    isWordOf(typeWords, words[0] ?? "") &&
    words.at(-1) !== "::";
  if (!isType) return undefined;
  const next = tokens[end];
  if (isTypedef) return next === ";" ? "type" : undefined;
  if (next !== "(") return next === "{" ? undefined : "variable";
  const behind = tokens[endOfGroup(tokens, end)] ?? "";
  return /^(?:[;{]|const|noexcept|override)$/.test(behind) ? "function" : undefined;
}

function isWordOf(words: ReadonlySet<number>, token: string): boolean {
  return /^[A-Za-z_]/.test(token) && words.has(keywords.get(token) ?? Word.name);
}

/** The words of a type without the ones around it. */
const namingWords: ReadonlySet<number> = new Set([Word.name, Word.type]);

/** The parameter that a type consists of, with the stars after it. */
function typeIn(head: readonly string[], parameters: readonly string[]): readonly string[] {
  const [first = "", ...suffix] = head.filter((token) => keywords.get(token) !== Word.specifier);
  const place = parameters.indexOf(first);
  return place >= 0 && suffix.every((token) => /^[*&]$/.test(token)) ? [`$${place + 1}${suffix.join("")}`] : [];
}

/** `(uintptr)`, `(const A::B *)(void *)`: types in parentheses, or what could be one. */
const isCast = (tokens: readonly string[]): boolean =>
  /^(?:\((?:(?:[A-Za-z_]\w*|::) )+(?:\* )*\) ?)+$/.test(
    `${tokens.map((token) => (token === "(" ? token : `${token} `)).join("")}`,
  );

/** The function whose head with parameters this is: `yylex` of `static int yylex (void)`. */
function functionIn(tokens: readonly string[]): string | undefined {
  const open = tokens.indexOf("(");
  const name = tokens[open - 1] ?? "";
  const type = tokens.slice(0, Math.max(open - 1, 0));
  const isType =
    type.length > 0 && type.every((token) => token === "*" || typeWords.has(keywords.get(token) ?? Word.name));
  const isName = /^[A-Za-z_]/.test(name) && !keywords.has(name);
  return isType && isName && /^\w/.test(type[0] ?? "") && endOfGroup(tokens, open) === tokens.length ? name : undefined;
}

/** The parts of the type of a function, with names. */
const typeWords: ReadonlySet<number> = new Set([
  Word.name,
  Word.type,
  Word.cv,
  Word.specifier,
  Word.extern,
  Word.classKey,
]);

/** The place after the parenthesis or brace that closes the one at `open`; 0 for none. */
function endOfGroup(tokens: readonly string[], open: number): number {
  const [opening, closing] = [tokens[open], tokens[open] === "{" ? "}" : ")"];
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    if (tokens[at] === opening) depth += 1;
    else if (tokens[at] === closing) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return 0;
}

/** The arguments of a macro, between its parentheses. */
function argumentsIn(tokens: readonly string[]): readonly (readonly string[])[] {
  const found: string[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token === "(") depth += 1;
    else if (token === ")") depth -= 1;
    if (token === "," && depth === 0) found.push([]);
    else found.at(-1)?.push(token);
  }
  return found;
}

function roleOfCode(tokens: readonly string[], parameters: ReadonlySet<string> | undefined): string {
  const braces = count(tokens, "{") - count(tokens, "}");
  if (braces !== 0) return braces > 0 ? `open ${braces}` : `close ${-braces}`;
  if (isAllocation(tokens)) return "new";
  const head = tokens[0] ?? "";
  const last = tokens[tokens.length - 1];
  const isHead = last === ")" || last === "else" || last === "do";
  if (/^(for|while|if|switch|else)$/.test(head) && isHead) return "loop";
  if (parameters === undefined && isBlock(tokens)) return "statement";
  const declared = parameters && declaredIn(tokens, [...parameters]);
  if (declared !== undefined) return declared;
  const named = parameters === undefined ? functionIn(tokens) : undefined;
  if (named !== undefined) return `head ${named}`;
  if (isCondition(tokens)) return "loop if";
  if (isCast(tokens)) return "value cast";
  if (/^["'(0-9!~&*+-]/.test(head)) return "value";
  if (/^(class|struct|union|enum)$/.test(head) && tokens.length === 1) return "other";
  if (isMember(tokens)) return "declaration";
  // `int a,`: the text after it is the next one of a list.
  if (last === ",") return "attribute";
  return tokens.includes(";") || tokens.includes("{") ? "other" : "value";
}

const count = (tokens: readonly string[], wanted: string): number =>
  tokens.reduce((sum, token) => sum + (token === wanted ? 1 : 0), 0);

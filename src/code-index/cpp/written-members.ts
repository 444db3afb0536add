/**
 * The members that a macro writes into a class by its own text: `Ptr` of `typedef intrusive_ptr<klass> Ptr`. Input: the parameters
 * and the replacement of a macro; output: its declarations, and its uses of other macros, with places in the replacement.
 */
import { splitArguments } from "./expression.ts";

/** A declaration in a replacement, or the use of another macro in it, whose name is that macro. */
export type WrittenMember = {
  readonly name: string;
  /** The offset of the name in the replacement. */
  readonly at: number;
  /** `alias`, `function`, `field` or `macro`, a blank, and its type or its arguments, with `#1` for the first parameter. */
  readonly type: string;
  /** The least and the most arguments of a function; `most` is -1 for any number. */
  readonly least: number;
  readonly most: number;
};

/** Members that are kept of one macro, and characters of a type. */
const mostMembers = 40;
const maxType = 200;

/** Characters of a declaration without its body. */
const maxHead = 500;

/** A type of a written member, or its arguments, with the arguments of the macro for `#1` and the like. */
export function withArguments(type: string, args: readonly string[]): string {
  return type.replace(/#(\d+)/g, (sign, place: string) => args[Number(place) - 1]?.trim() ?? sign);
}

/** A replacement that may declare something. */
const mayDeclare =
  /^\s*(?:\\\r?\n\s*)*(?:(?:typedef|using)\b|[A-Z][A-Z_\d]+\s*\(|[A-Za-z_:][\w:<>,*&\s#]*[\s>*&]\w+\s*=(?!=))|;|[\w*&>]\s+[*&]*\w+\s*\(/;

/** True for a replacement that may declare a member: most macros do not. */
export function mayWriteMembers(replacement: string): boolean {
  return mayDeclare.test(replacement);
}

/** The beginnings of statements of functions, which no member has. */
const statementStart =
  /^(?:\w+\s*(?:[-+*/%|&^]?=(?!=)|\.|->|\+\+|--)|(?:if|else|for|while|do|switch|case|return|throw|goto|break|continue|try|catch|delete)\b)/;

/** Words before a member that say nothing of its type. */
const specifiers = /^(?:(?:virtual|static|inline|explicit|constexpr|mutable|extern|volatile)\b\s*|\[\[[^\]]*\]\]\s*)+/;

const typedef = /^typedef\s+([^()]*[\w>*&]\s*[\s>*&])(\w+)$/;
const using = /^using\s+(\w+)\s*=\s*(\S[\s\S]*)$/;
const called = /^([A-Za-z_]\w*)\s*\(/;
/** A word like the name of a macro. */
export const macroWord = String.raw`[A-Z_][A-Z\d_]{2,}(?!\w)`;
const plainMacro = new RegExp(String.raw`^${macroWord}(?!\s*\()`);
/** A type, with the name after it. */
const typed = /^([A-Za-z_:][\w:<>,*&\s#]*[\s>*&])([A-Za-z_]\w*)\s*/;
/** The rest of the head of a function after its parameters. */
const functionEnd =
  /^\s*(?:const\b|volatile\b|noexcept\b|override\b|final\b|&{1,2}|\s)*(?:->\s*([^=]*?))?\s*(?:=\s*(?:0|default))?$/;
const fieldEnd = /^(?:\[[^\]]*\]\s*)*(?::\s*\w+\s*)?(?:=(?!=)[\s\S]*)?$/;
/** A further variable of a declaration: `*next` of `Node *first, *next;`. */
const furtherField = /^([*&\s]*)([A-Za-z_]\w*)\s*/;
const noType =
  /(?:^|\s)(?:typedef|using|friend|new|template|class|struct|union|enum|namespace|public|private|protected)\b/;

/**
 * The members that the replacement of a macro declares by names of its own; none if it is of statements.
 *
 * @param parameters as they are written
 * @param replacement with its line breaks and comments
 */
export function membersWrittenIn(parameters: readonly string[], replacement: string): readonly WrittenMember[] {
  const places = new Map(parameters.map((parameter, place) => [parameter.trim(), place + 1]));
  const text = replacement.replace(gaps, (found) => (/^["']/.test(found) ? found : " ".repeat(found.length)));
  const found: WrittenMember[] = [];
  const withPlaces = (type: string) =>
    type
      .replace(/\s+/g, " ")
      .trim()
      .replace(/(?<!(?<!#)#)\b[A-Za-z_]\w*/g, (word) => (places.has(word) ? `#${places.get(word)}` : word))
      .replace(/\s*##\s*/g, "");
  for (const { start, head } of statementsIn(text)) {
    if (statementStart.test(head)) return [];
    for (const member of head.length > maxHead ? [] : membersOf(head)) {
      const type = `${member.kind} ${withPlaces(member.type)}`;
      if (places.has(member.name) || type.length > maxType) continue;
      const { name, offset, least = 0, most = 0 } = member;
      found.push({ name, at: start + offset, type, least, most });
      if (found.length === mostMembers) return found;
    }
  }
  return found;
}

/** Comments, what continues a line, and literals, which may hold the signs of both. */
const gaps = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|\\\r?\n|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;

type Head = { readonly start: number; readonly head: string };

/** The statements of a text up to their bodies, each use of a macro without a semicolon by itself. */
function* statementsIn(text: string): Generator<Head> {
  let start = 0;
  let depth = 0;
  let body = -1;
  for (let at = 0; at <= text.length; at++) {
    const sign = text[at] ?? ";";
    if (sign === '"' || sign === "'") at = endOfLiteral(text, at);
    else if (sign === "(" || sign === "[") depth++;
    else if (sign === ")" || sign === "]") depth--;
    else if (sign === "{") {
      if (depth === 0 && body < 0) body = at;
      depth++;
    } else if (sign === "}") depth--;
    const isEnd = depth === 0 && (sign === ";" || sign === "}");
    if (!isEnd && at < text.length) continue;
    yield* headsOf(text, start, body < 0 ? at : body);
    [start, body] = [at + 1, -1];
  }
}

/** The head between two offsets, after uses of macros and words such as `public:` before it. */
function* headsOf(text: string, from: number, to: number): Generator<Head> {
  let start = from;
  for (;;) {
    const rest = text.slice(start, to);
    const [before = ""] = /^\s*(?:(?:public|private|protected)\s*:(?!:)\s*)*/.exec(rest) ?? [];
    start += before.length;
    const head = text.slice(start, to).trimEnd();
    if (head === "") return;
    const [plain = ""] = plainMacro.exec(head) ?? [];
    if (plain !== "" && typed.test(head.slice(plain.length).trimStart())) {
      yield { start, head: plain };
      start += plain.length;
      continue;
    }
    const open = called.exec(head)?.[0].length ?? 0;
    const close = open === 0 ? -1 : closingOf(head, open - 1);
    const isFollowed = close > 0 && /^\s*[A-Za-z_]/.test(head.slice(close + 1));
    yield { start, head: isFollowed ? head.slice(0, close + 1) : head };
    if (!isFollowed) return;
    start += close + 1;
  }
}

function endOfLiteral(text: string, at: number): number {
  let end = at + 1;
  while (end < text.length && text[end] !== text[at]) end += text[end] === "\\" ? 2 : 1;
  return end;
}

/** The offset of the parenthesis that closes another one; -1 for none. */
function closingOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "(") depth++;
    if (text[at] === ")" && --depth === 0) return at;
  }
  return -1;
}

/** A member by its head. */
type Member = Pick<WrittenMember, "name" | "type"> & {
  readonly kind: "alias" | "function" | "field" | "macro";
  /** Of the name in the head. */
  readonly offset: number;
  readonly least?: number;
  readonly most?: number;
};

/** The members by a head: several fields have one type. */
function membersOf(head: string): readonly Member[] {
  const [first = "", ...others] = splitArguments(head);
  const field = others.length === 0 ? undefined : memberOf(first);
  const member = field?.kind === "field" ? field : memberOf(head);
  if (member === undefined) return [];
  if (member !== field) return [member];
  const type = member.type.replace(/[\s*&]+$/, "");
  let end = first.length;
  return [
    member,
    ...others.flatMap((other): readonly Member[] => {
      const at = head.indexOf(other, end);
      end = at + other.length;
      const [whole = "", pointers = "", name] = furtherField.exec(other) ?? [];
      if (name === undefined || !fieldEnd.test(other.slice(whole.length))) return [];
      return [{ kind: "field", name, type: `${type} ${pointers}`, offset: at + pointers.length }];
    }),
  ];
}

function memberOf(head: string): Member | undefined {
  const [, aliased = "", alias] = typedef.exec(head) ?? [];
  if (alias !== undefined) return { kind: "alias", name: alias, type: aliased, offset: head.length - alias.length };
  const [, used, target = ""] = using.exec(head) ?? [];
  if (used !== undefined)
    return { kind: "alias", name: used, type: target, offset: head.indexOf(used, "using".length) };
  if (plainMacro.exec(head)?.[0] === head) return { kind: "macro", name: head, type: "", offset: 0 };
  const [whole = "", macro] = called.exec(head) ?? [];
  if (macro !== undefined) {
    const isWhole = closingOf(head, whole.length - 1) === head.length - 1;
    const type = splitArguments(head.slice(whole.length, -1)).join(",");
    return isWhole ? { kind: "macro", name: macro, type, offset: 0 } : undefined;
  }
  const skipped = specifiers.exec(head)?.[0].length ?? 0;
  const [before = "", type = "", name] = typed.exec(head.slice(skipped)) ?? [];
  if (name === undefined || name === "operator" || noType.test(type)) return undefined;
  const offset = skipped + head.slice(skipped).indexOf(name, type.length);
  const rest = head.slice(skipped + before.length);
  const isJoined = /##\s*$/.test(type) || rest.startsWith("##");
  if (isJoined) return undefined;
  if (!rest.startsWith("(")) return fieldEnd.test(rest) ? { kind: "field", name, type, offset } : undefined;
  const close = closingOf(rest, 0);
  const end = close < 0 ? null : functionEnd.exec(rest.slice(close + 1));
  if (end === null) return undefined;
  const result = type.trim() === "auto" ? (end[1] ?? "") : type;
  return { kind: "function", name, type: result, offset, ...countsOf(rest.slice(1, close)) };
}

/** The least and the most arguments that parameters take. */
function countsOf(list: string): { readonly least: number; readonly most: number } {
  const parameters = splitArguments(list).filter((one) => one.trim() !== "" && one.trim() !== "void");
  const most = parameters.some((one) => one.includes("...")) ? -1 : parameters.length;
  return { least: parameters.filter((one) => !/[^=!<>]=|\.\.\./.test(one)).length, most };
}

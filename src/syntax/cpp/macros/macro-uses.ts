/**
 * The uses of macros between declarations, `DECLARE_GETTER(size)`: what they declare may have a name that is made of their
 * arguments.
 *
 * Input: the tokens of a text with matched brackets, before shapes are masked. Output: the uses with arguments that are names, and the ones of known macros.
 */
import { Word } from "../tokens/keywords.ts";
import { Char, type Stream } from "../tokens/stream.ts";
import { isDirective, Kind } from "../tokens/token-list.ts";
import type { Role } from "./roles.ts";

/** A use of a macro. Offsets count UTF-16 code units of the text. */
export type MacroUse = {
  readonly macro: string;
  /** The offset of the macro's name, and that after the parenthesis that closes its arguments. */
  readonly start: number;
  readonly end: number;
  /** Its arguments in order; "" for one that is not a name. */
  readonly names: readonly string[];
};

/** Uses that are kept of one text, and arguments of all of them. */
const mostUses = 20_000;
const mostNames = 80_000;
/** Arguments that are kept of one use: an enumeration may get its values so. */
export const mostMacroArguments = 40;

/** Returns the uses outside of functions and enumerations, in order. */
export function macroUses(stream: Stream): readonly MacroUse[] {
  const uses: MacroUse[] = [];
  let names = 0;
  const statement: Statement = { ...beginning };
  const begin = () => Object.assign(statement, beginning);
  const hasRoom = () => uses.length < mostUses && names < mostNames;
  for (let at = stream.first; stream.kind(at) !== Kind.end && hasRoom(); at = stream.after(at)) {
    const kind = stream.kind(at);
    if (kind === Char.semicolon || kind === Char.closeBrace || isDirective(kind)) begin();
    else if (kind === Char.colon && stream.word(stream.before(at)) === Word.access) begin();
    else if (kind === Char.openBrace) {
      if (!opensScope(stream, at, statement)) at = stream.partner(at) || at;
      begin();
    } else if (kind === Char.open || kind === Char.openBracket) {
      if (kind === Char.open) statement.isCalled = true;
      statement.isAtStart = false;
      at = stream.partner(at) || at;
    } else if (kind === Char.comma && statement.isAtStart) continue;
    else if (kind !== Kind.word) statement.isAtStart = false;
    else if (statement.isAtStart && stream.isName(at) && stream.hasArguments(at)) {
      const close = stream.partner(stream.after(at));
      const use = useAt(stream, at, close);
      if (use !== undefined) {
        uses.push(use);
        names += use.names.length;
      }
      at = close;
      // Another macro may follow without a semicolon, or after a comma in a list that is included.
      const next = stream.after(close);
      statement.isAtStart = stream.isName(next) || stream.kind(next) === Char.comma;
    } else {
      const word = stream.word(at);
      const role = statement.isAtStart && stream.isName(at) ? stream.role(at) : null;
      if (writesAlone(role))
        uses.push({ macro: stream.textOf(at), start: stream.start(at), end: stream.end(at), names: [] });
      // `Q_OBJECT` has no semicolon.
      statement.isAtStart = role !== null && !role.call && role.kind === "declaration";
      if (word === Word.classKey || word === Word.namespace || word === Word.extern) statement.hasScope = true;
      if (word === Word.enumKey) statement.isEnum = true;
    }
  }
  return uses;
}

/** The parts of a statement that were read. */
type Statement = { isAtStart: boolean; hasScope: boolean; isEnum: boolean; isCalled: boolean };

const beginning: Statement = { isAtStart: true, hasScope: false, isEnum: false, isCalled: false };

/** True for the brace of a class, a namespace, or `extern "C"`, as against that of a function or a value. */
function opensScope(stream: Stream, brace: number, { hasScope, isEnum, isCalled }: Statement): boolean {
  if (!hasScope || isEnum) return false;
  const before = stream.before(brace);
  const word = stream.word(before);
  const isBehindHead = word === Word.cv || word === Word.trailing;
  return stream.kind(before) !== Char.close && stream.kind(before) !== Char.equals && !(isCalled && isBehindHead);
}

/** Roles of macros whose names are declared as they are written, or that declare nothing by their arguments. */
const otherRoles: ReadonlySet<string> = new Set(["method", "function", "close", "namespace", "class"]);

/** True for a macro without parameters that may be replaced by declarations: `#define HEAD Node* next; int size;`. */
function writesAlone(role: Role | null): boolean {
  return role !== null && !role.call && declaringRoles.has(role.kind);
}

/** Roles of macros whose replacements may be declarations. */
const declaringRoles: ReadonlySet<string> = new Set(["declaration", "declares", "statement", "other"]);

/** True for a role of `otherRoles`, and for a macro that opens namespaces, whose names its role has: `1 name`. */
function declaresAsWritten({ kind, rest }: Role): boolean {
  return otherRoles.has(kind) || (kind === "open" && rest.includes(" "));
}

function useAt(stream: Stream, macro: number, close: number): MacroUse | undefined {
  const role = stream.role(macro);
  if (role !== null && declaresAsWritten(role)) return undefined;
  const next = stream.after(close);
  const word = stream.word(next);
  // A constructor has initializers after its parameters, a function words such as `const`.
  if (stream.kind(next) === Char.colon || word === Word.cv || word === Word.trailing) return undefined;
  const names = namesBetween(stream, stream.after(macro), close);
  // A constructor looks like a use.
  if (role === null && names.every((name) => name === "")) return undefined;
  // A macro with a body and several arguments is usually a test.
  if (stream.kind(next) === Char.openBrace && names.length > 1) return undefined;
  return { macro: stream.textOf(macro), start: stream.start(macro), end: stream.end(close), names };
}

/** The first arguments between two parentheses, if they are one name. */
function namesBetween(stream: Stream, open: number, close: number): readonly string[] {
  const names: string[] = [];
  let first = stream.after(open);
  for (let at = first; names.length < mostMacroArguments; at = stream.after(at)) {
    const kind = stream.kind(at);
    if (at === close || kind === Char.comma) {
      const isOneName = first !== at && stream.after(first) === at && stream.isName(first);
      names.push(isOneName ? stream.textOf(first) : "");
      first = stream.after(at);
      if (at === close) break;
    } else if (kind === Kind.end) break;
    else at = Math.max(at, stream.partner(at));
  }
  return names;
}

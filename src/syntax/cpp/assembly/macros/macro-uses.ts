/**
 * The uses of macros between declarations, `DECLARE_GETTER(size)`: what they declare may have a name that is made of their
 * arguments.
 *
 * Input: the tokens of a text with matched brackets, before shapes are masked. Output: tables of the uses with arguments that
 * are names, and the ones of known macros; the host adds the texts.
 */

import { numbersOf, setNumber, widerNumbers } from "../../../../base/assembly/tables";
import { Word } from "../tokens/keywords";
import { isCallRole, kindOfRole, noRole, RoleKind, RoleRest, restOfRole, role } from "../tokens/roles";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { isDirective, Kind } from "../tokens/token-table";

let useRoom: i32 = 64;
export let useCount: i32 = 0;
/** Of each use: the token of the macro's name. */
export let useMacros: usize = numbersOf(useRoom);
/** The offset of the macro's name, and that after the parenthesis that closes its arguments: UTF-16 code units. */
export let useStarts: usize = numbersOf(useRoom);
export let useEnds: usize = numbersOf(useRoom);
/** The number of its arguments, which are in `useNames`, use after use. */
export let useNameCounts: usize = numbersOf(useRoom);

let nameRoom: i32 = 256;
export let useNameCount: i32 = 0;
/** Tokens of arguments in order; -1 for one that is not a name. */
export let useNames: usize = numbersOf(nameRoom);

/** Uses that are kept of one text, and arguments of all of them. */
const mostUses: i32 = 20_000;
const mostNames: i32 = 80_000;
/** Arguments that are kept of one use: an enumeration may get its values so. */
const mostMacroArguments: i32 = 40;

/** The parts of a statement that were read. */
let isAtStart: bool = true;
let hasScope: bool = false;
let isEnum: bool = false;
let isCalled: bool = false;

function begin(): void {
  isAtStart = true;
  hasScope = false;
  isEnum = false;
  isCalled = false;
}

function hasRoom(): bool {
  return useCount < mostUses && useNameCount < mostNames;
}

/** Finds the uses outside of functions and enumerations, in order. */
export function macroUses(): void {
  useCount = 0;
  useNameCount = 0;
  begin();
  for (let at = stream.first(); stream.kind(at) !== Kind.end && hasRoom(); at = stream.after(at)) {
    const kind = stream.kind(at);
    if (kind === Char.semicolon || kind === Char.closeBrace || isDirective(kind)) begin();
    else if (kind === Char.colon && stream.word(stream.before(at)) === Word.access) begin();
    else if (kind === Char.openBrace) {
      if (!opensScope(at)) at = stream.partnerOrSelf(at);
      begin();
    } else if (kind === Char.open || kind === Char.openBracket) {
      if (kind === Char.open) isCalled = true;
      isAtStart = false;
      at = stream.partnerOrSelf(at);
    } else if (kind === Char.comma && isAtStart) continue;
    else if (kind !== Kind.word) isAtStart = false;
    else if (isAtStart && stream.isName(at) && stream.hasArguments(at)) {
      const close = stream.partner(stream.after(at));
      addUseAt(at, close);
      at = close;
      // Another macro may follow without a semicolon, or after a comma in a list that is included.
      const next = stream.after(close);
      isAtStart = stream.isName(next) || stream.kind(next) === Char.comma;
    } else {
      const word = stream.word(at);
      const known = isAtStart && stream.isName(at) ? role(at) : noRole;
      if (writesAlone(known)) addUse(at, stream.end(at), 0);
      // `Q_OBJECT` has no semicolon.
      isAtStart = known !== noRole && !isCallRole(known) && kindOfRole(known) === RoleKind.declaration;
      if (word === Word.classKey || word === Word.namespace || word === Word.extern) hasScope = true;
      if (word === Word.enumKey) isEnum = true;
    }
  }
}

/** True for the brace of a class, a namespace, or `extern "C"`, as against that of a function or a value. */
function opensScope(brace: i32): bool {
  if (!hasScope || isEnum) return false;
  const before = stream.before(brace);
  const word = stream.word(before);
  const isBehindHead = word === Word.cv || word === Word.trailing;
  return stream.kind(before) !== Char.close && stream.kind(before) !== Char.equals && !(isCalled && isBehindHead);
}

/** Roles of macros whose names are declared as they are written, or that declare nothing by their arguments. */
function isOtherRole(kind: i32): bool {
  return (
    kind === RoleKind.method ||
    kind === RoleKind.function_ ||
    kind === RoleKind.close ||
    kind === RoleKind.namespace_ ||
    kind === RoleKind.class_
  );
}

/** True for a macro without parameters that may be replaced by declarations: `#define HEAD Node* next; int size;`. */
function writesAlone(role: i32): bool {
  return role !== noRole && !isCallRole(role) && isDeclaringRole(kindOfRole(role));
}

/** Roles of macros whose replacements may be declarations. */
function isDeclaringRole(kind: i32): bool {
  return (
    kind === RoleKind.declaration ||
    kind === RoleKind.declares ||
    kind === RoleKind.statement ||
    kind === RoleKind.other
  );
}

/** True for a role of `isOtherRole`, and for a macro that opens namespaces, whose names its role has: `1 name`. */
function declaresAsWritten(role: i32): bool {
  const kind = kindOfRole(role);
  return isOtherRole(kind) || (kind === RoleKind.open && restOfRole(role) === RoleRest.spaced);
}

/** Adds a use with arguments, if it is one. */
function addUseAt(macro: i32, close: i32): void {
  const known = role(macro);
  if (known !== noRole && declaresAsWritten(known)) return;
  const next = stream.after(close);
  const word = stream.word(next);
  // A constructor has initializers after its parameters, a function words such as `const`.
  if (stream.kind(next) === Char.colon || word === Word.cv || word === Word.trailing) return;
  const nameCountBefore = useNameCount;
  const hasName = addNamesBetween(stream.after(macro), close);
  const names = useNameCount - nameCountBefore;
  // A constructor looks like a use. A macro with a body and several arguments is usually a test.
  if ((known === noRole && !hasName) || (stream.kind(next) === Char.openBrace && names > 1))
    useNameCount = nameCountBefore;
  else addUse(macro, stream.end(close), names);
}

/** Adds the first arguments between two parentheses, if they are one name; returns true if one of them is. */
function addNamesBetween(open: i32, close: i32): bool {
  let hasName = false;
  let count = 0;
  let first = stream.after(open);
  for (let at = first; count < mostMacroArguments; at = stream.after(at)) {
    const kind = stream.kind(at);
    if (at === close || kind === Char.comma) {
      const isOneName = first !== at && stream.after(first) === at && stream.isName(first);
      addName(isOneName ? first : -1);
      count += 1;
      if (isOneName) hasName = true;
      first = stream.after(at);
      if (at === close) break;
    } else if (kind === Kind.end) break;
    else at = max(at, stream.partner(at));
  }
  return hasName;
}

function addUse(macro: i32, end: i32, names: i32): void {
  if (useCount === useRoom) growUses();
  const at = useCount;
  setNumber(useMacros, at, macro);
  setNumber(useStarts, at, stream.start(macro));
  setNumber(useEnds, at, end);
  setNumber(useNameCounts, at, names);
  useCount += 1;
}

function addName(token: i32): void {
  if (useNameCount === nameRoom) growNames();
  setNumber(useNames, useNameCount, token);
  useNameCount += 1;
}

function growUses(): void {
  const before = useRoom;
  useRoom *= 2;
  const after = useRoom;
  useMacros = widerNumbers(useMacros, before, after);
  useStarts = widerNumbers(useStarts, before, after);
  useEnds = widerNumbers(useEnds, before, after);
  useNameCounts = widerNumbers(useNameCounts, before, after);
}

function growNames(): void {
  const before = nameRoom;
  nameRoom *= 2;
  useNames = widerNumbers(useNames, before, nameRoom);
}

/**
 * The classes of tokens that patterns name, such as `capital` or `callMacro`, and that more than the kind or the form of a
 * token tells. Input: the number of a class, and a token; output: whether the token is of the class.
 */
import { isOldStyleHead } from "../heads/old-style";
import { isValueInBraces } from "../heads/scopes";
import {
  hasTrait,
  isCallRole,
  isCapital,
  kindOfRole,
  noRole,
  RoleKind,
  RoleRest,
  restOfRole,
  role,
  roleKind,
} from "../tokens/roles";
import * as stream from "../tokens/stream";
import { Char } from "../tokens/stream";
import { codeAt } from "../tokens/text";
import { isDirective, Kind } from "../tokens/token-table";
import { Trait } from "../tokens/traits";
import {
  holdsExpression,
  holdsNoParameters,
  holdsValue,
  isAnnotation,
  isPrimitiveName,
  wrapsStatements,
} from "./arguments";

/** Classes by their places in `codedClasses` of ../../rules/compile-rules.ts. */
namespace TokenClass {
  // Names, by what is known of them as macros.
  /** Written like a macro. */
  export const capital: i32 = 0;
  /** Written like a macro up to its first underscore: `DECLARE_DELEGATE_OneParam`. */
  export const prefixed: i32 = 1;
  /** Named like an annotation of Microsoft's source code annotation language: `_Out_writes_`, a name that is reserved in C++. */
  export const annotation: i32 = 2;
  /** A macro with a role. */
  export const known: i32 = 3;
  /** A macro whose role takes arguments, or a name that is written like a macro. */
  export const calledMacro: i32 = 4;
  /** A macro whose role takes arguments. */
  export const callMacro: i32 = 5;
  /** A name with arguments that surely are not parameters. */
  export const calledName: i32 = 6;
  /** A macro whose arguments are statements. */
  export const codeMacro: i32 = 7;
  /** A macro whose arguments are surely no type. */
  export const valuedMacro: i32 = 8;
  /** A macro that stands for a cast, or for a name in parentheses. */
  export const castMacro: i32 = 9;
  /** A macro that stands for the first word of a statement, which a condition follows. */
  export const ifMacro: i32 = 10;
  // Classes that more than one token's kind tells.
  export const any: i32 = 11;
  export const end: i32 = 12;
  export const directive: i32 = 13;
  /** A name that the grammar takes for a type anywhere. */
  export const primitive: i32 = 14;
  /** The brace of `A{1}`, as against one that opens a block. */
  export const braceOfValue: i32 = 15;
  /** The parenthesis of an expression, as against one of parameters. */
  export const parenthesisOfValue: i32 = 16;
  /** The parenthesis of the names of parameters in a definition as C had it: see heads/old-style.ts. */
  export const oldStyleParenthesis: i32 = 17;
  /** The first of its line, without a blank before it, or of the text. */
  export const lineStart: i32 = 18;
  /** The first of its line. */
  export const first: i32 = 19;
  /** The name of the class whose members a rule looks at. */
  export const ownName: i32 = 20;
}

/** The class of the macros of a kind of roles, such as `attributeMacro`, is the number of the kind after this one. */
const firstOfRoles = 32;

/** Tells whether a token is of a class; `className` is the name of the class around the trigger of the rule. */
export function testClass(id: i32, index: i32, className: i32): bool {
  if (id >= firstOfRoles) return stream.isName(index) && roleKind(index) === id - firstOfRoles;
  switch (id) {
    case TokenClass.capital:
      return stream.isName(index) && isCapital(index);
    case TokenClass.prefixed:
      return stream.isName(index) && hasTrait(index, Trait.prefixed);
    case TokenClass.annotation:
      return isAnnotation(index);
    case TokenClass.known:
      return stream.isName(index) && role(index) !== noRole;
    case TokenClass.calledMacro:
      return stream.isName(index) && isCalled(index);
    case TokenClass.callMacro:
      return stream.isName(index) && isCallRole(role(index));
    case TokenClass.calledName:
      return stream.isName(index) && stream.hasArguments(index) && holdsNoParameters(index);
    case TokenClass.codeMacro:
      return stream.isName(index) && wrapsStatements(index);
    case TokenClass.valuedMacro:
      return stream.isName(index) && stream.hasArguments(index) && holdsValue(index);
    case TokenClass.castMacro:
      return stream.isName(index) && isOf(role(index), RoleKind.value, RoleRest.cast);
    case TokenClass.ifMacro:
      return stream.isName(index) && isOf(role(index), RoleKind.loop, RoleRest.if_);
    case TokenClass.any:
      return stream.kind(index) !== Kind.end;
    case TokenClass.end:
      return stream.kind(index) === Kind.end;
    case TokenClass.directive:
      return isDirective(stream.kind(index));
    case TokenClass.primitive:
      return isPrimitiveName(index);
    case TokenClass.braceOfValue:
      return stream.kind(index) === Char.openBrace && isValueInBraces(index);
    case TokenClass.parenthesisOfValue:
      return stream.kind(index) === Char.open && stream.partner(index) > 0 && holdsExpression(index);
    case TokenClass.oldStyleParenthesis:
      return stream.kind(index) === Char.open && isOldStyleHead(index);
    case TokenClass.lineStart:
      return startsLine(index);
    case TokenClass.first:
      return stream.isFirst(index);
    default:
      return stream.isName(index) && stream.spelling(index) === className;
  }
}

function isCalled(index: i32): bool {
  const known = role(index);
  return known !== noRole ? isCallRole(known) : isCapital(index);
}

function isOf(known: i32, kind: i32, rest: i32): bool {
  return known !== noRole && !isCallRole(known) && kindOfRole(known) === kind && restOfRole(known) === rest;
}

function startsLine(index: i32): bool {
  const start = stream.start(index);
  return index === stream.first() || start === 0 || codeAt(start - 1) === 10;
}

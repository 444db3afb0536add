/**
 * The names that a macro of C++ makes of its arguments. Input: its parameters and its replacement; output: names with the numbers of
 * arguments in them, and the arguments that it calls, or writes after a scope.
 */
import { declaredPlaceOf } from "../../syntax/dialect.ts";

/** Names that are kept of one macro, and their characters. */
const maxNames = 20;
const maxLength = 300;

/** Words that are joined by `##`; a comma between them and a parameter that takes any number of arguments is none. */
const pasted = /(?<!\w)[A-Za-z_]\w*(?:\s*##\s*\w+)+/g;

/** A suffix pasted to a number, `value##ULL`: names of declarations do not end so. */
const numberSuffix = /^(?:[uU]?[lL]{0,2}|[lL]{1,2}[uU]|[fF])$/;

/** A macro that makes an enumerator of one of its arguments: `name = value,`. */
const enumerator = /^\s*([A-Za-z_]\w*)\s*(?:=[^;{}]*)?,\s*$/;

/** The head of a class or an enumeration with a body: words before the name are macros of builds. */
const definedType =
  /\b(?:class|struct|union|enum)\s+(?:\w+\s+){0,3}?(\w+)\s*(?:final\s*)?(?::[^:;{}][^;{}]{0,200})?\{/g;

/** Another name of a type: `typedef A<B> name;`, `using name =`. */
const alias = /\btypedef\b[^;{}]{0,300}?\b(\w+)\s*(?:;|$)|\busing\s+(\w+)\s*=/g;

/** The head of a function with a body, and with macros and attributes between: `inline void name(int n) ATTRIBUTE(1) {`. */
const definedFunction =
  /(?<=^|[;{}])\s*(?:[\w:<>*&]+\s+){1,6}?[*&]*(\w+)\s*\([^(){};]{0,300}\)\s*(?:\b\w+\b\s*(?:\([^(){};]{0,100}\)\s*)?){0,4}\{/g;

/** Values of an enumeration that a macro makes of all further arguments, by macros that a library may define. */
const furtherEnumerators = /\benum\b[^{};]{0,200}\{[^{}]*\b__VA_ARGS__\b/;

/** A macro that is used as a statement: a name after the end of another one, or after a brace, with arguments. */
const usedMacro = /(?<=^|[;{})])\s*([A-Za-z_]\w*)\s*\(([^()]*)\)/g;

/**
 * The names that a macro makes of its arguments, separated by blanks: `get_<1> set_<1>` of `int get_##n(); void
 * set_##n(int);`, `<2+>` for the second argument and each one after it, and `MAKE(<2>,<3+>)` for what another macro
 * makes of some of them.
 *
 * @param parameters as they are written
 */
export function pastedNamesIn(parameters: readonly string[], replacement: string): string {
  const places = new Map(parameters.map((parameter, place) => [parameter.trim(), `<${place + 1}>`]));
  const further = parameters.at(-1)?.trim() === "..." ? `<${parameters.length}+>` : undefined;
  const found = new Set<string>();
  const add = (parts: readonly string[]) => {
    const name = parts.map((part) => places.get(part) ?? part).join("");
    const isNumber = parts.length === 2 && numberSuffix.test(parts[1] ?? "");
    if (name.includes("<") && !isNumber) found.add(name);
  };
  const text = replacement.replace(/\\\r?\n/g, " ");
  for (const [words] of text.matchAll(pasted)) add(words.split(/\s*##\s*/));
  const [, row] = enumerator.exec(text) ?? [];
  if (row !== undefined) add([row]);
  for (const [, type = ""] of text.matchAll(definedType)) add([type]);
  for (const [, name = ""] of text.matchAll(definedFunction)) add([name]);
  for (const [, ofTypedef = "", ofUsing = ofTypedef] of text.matchAll(alias)) add([ofUsing]);
  if (further !== undefined && furtherEnumerators.test(text)) found.add(further);
  for (const [, macro = "", list = ""] of text.matchAll(usedMacro)) {
    if (places.has(macro)) continue;
    const given = list.split(",").map((one) => {
      const argument = one.trim();
      return argument === "__VA_ARGS__" ? (further ?? "") : (places.get(argument) ?? "");
    });
    if (given.some((argument) => argument !== "")) found.add(`${macro}(${given.join(",")})`);
  }
  const declared = declaredPlaceOf(parameters, replacement);
  if (declared !== undefined) add([parameters[declared - 1]?.trim() ?? ""]);
  const names = [...found].slice(0, maxNames).join(" ");
  return names.length > maxLength ? names.slice(0, names.lastIndexOf(" ", maxLength) + 1).trim() : names;
}

/**
 * The places of the parameters that a replacement calls, or whose addresses it takes, from 0 and separated by blanks: `1` of
 * `check(#name, &run);`. A name after a type is declared: `void run(int);`.
 */
export function handedIn(parameters: readonly string[], replacement: string): string {
  if (parameters.length === 0) return "";
  const text = replacement.replace(/\\\r?\n/g, " ");
  const names = new Set(Array.from(text.matchAll(handed), ([, address, called]) => address ?? called));
  return parameters.flatMap((parameter, place) => (names.has(parameter.trim()) ? [place] : [])).join(" ");
}

/** A name whose address is taken, `&run`, or one that is called, `run(`, as a value and not after a type. */
const handed = /[(,={]\s*&\s*(\w+)\b(?!\s*##)|(?:[{;=(,!]|\breturn)\s*(\w+)(?=\s*\()/g;

/**
 * The parameters that a replacement writes only after one and the same scope, each as its place from 0 and the scope, separated by
 * blanks: `0:Color` of `case Color::n: return #n;`.
 */
export function scopedIn(parameters: readonly string[], replacement: string): string {
  if (!replacement.includes("::")) return "";
  const text = replacement.replace(/\\\r?\n/g, " ").replace(/"(?:\\.|[^"\\])*"/g, '""');
  const names = parameters.map((parameter) => parameter.trim());
  return names
    .flatMap((name, place) => {
      const scope = /^\w+$/.test(name) ? onlyScopeOf(name, text) : undefined;
      const words = scope?.split("::") ?? [];
      return scope === undefined || words.some((word) => names.includes(word)) ? [] : [`${place}:${scope}`];
    })
    .join(" ");
}

/** The scope before each use of a word, without uses as a text: `#n`; undefined if there is none, or several. */
function onlyScopeOf(word: string, text: string): string | undefined {
  const uses = text.matchAll(new RegExp(`(#{1,2}\\s*)?(?<![\\w$])${word}(?![\\w$])(\\s*##)?`, "g"));
  const scopes = new Set<string | undefined>();
  for (const { 1: sign = "", 2: pastedTo, index } of uses) {
    const isPasted = pastedTo !== undefined || sign.startsWith("##");
    if (sign !== "" && !isPasted) continue;
    const [, scope] = scopeBefore.exec(text.slice(Math.max(0, index - maxScope), index)) ?? [];
    scopes.add(isPasted ? undefined : scope?.replace(/\s+/g, ""));
  }
  const [scope] = scopes;
  return scopes.size === 1 ? scope : undefined;
}

/** UTF-16 code units of a scope before a parameter. */
const maxScope = 200;

/** `a::B::` after something else than a member of an object. */
const scopeBefore = /(?<![\w$]|(?:\.|->|::)\s*)((?:\w+\s*::\s*)*\w+)\s*::\s*$/;

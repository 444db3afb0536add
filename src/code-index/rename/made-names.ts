/**
 * Names that no edit reaches, since no text of the code base writes them: a macro makes them of its arguments, a statement calls
 * them by itself, or code from outside has them.
 * Input: renamed declarations; output: the ones that must keep the name, and uses of macros that may write it in other places.
 */
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import { childrenOf } from "../children-of.ts";
import type { Code } from "../code.ts";
import type { Declaration } from "../code-index.ts";
import { includedFiles } from "../cpp/include-search.ts";
import { placeOf } from "../places.ts";
import { containerNameOf } from "../qualified-name.ts";
import { isClass, isForward, isFunction } from "../symbol-kind.ts";
import { isTestPath } from "../test-path.ts";
import { traitsOf } from "../traits-of.ts";
import type { Refusal } from "./refusal.ts";
import { wordsIn } from "./rename-places.ts";

type TextsOfCode = Pick<Code, "textOf" | "resolverOf" | "index" | "separatorOf">;

/** The declarations that a macro makes: their places do not have the name. */
export function madeDeclarations(
  oldName: string,
  declarations: readonly Declaration[],
  code: TextsOfCode,
): readonly Refusal[] {
  const uses = macroUsesMaking(oldName, declarations, code);
  return declarations.flatMap(({ file, at }) => {
    const use = uses.find((one) => one.file === file && one.start <= at && at < one.end);
    return use === undefined
      ? []
      : [{ ...placeOf(use), reason: `a macro makes the name ${oldName} of its arguments here` }];
  });
}

/** The uses of macros that make the name of declarations, without ones that write it. */
export function macroUsesMaking(
  oldName: string,
  declarations: readonly Declaration[],
  code: TextsOfCode,
): readonly Declaration[] {
  const languages = new Set(declarations.map(({ file }) => file.language));
  const uses = [...languages].flatMap((language) => code.resolverOf(language).madeNamed?.(oldName) ?? []);
  return uses.filter(({ file, start, end }) => {
    const text = code.textOf(file.path);
    return text === undefined || wordsIn(text.slice(start, end), oldName).length === 0;
  });
}

/**
 * The namespaces that hold nothing but announcements, `namespace Ui { class Form; }`, and includes of libraries: the header that defines
 * the names, such as one that a build makes, is not in the code base, and opens the namespace as well.
 */
export function announcingNamespaces(
  declarations: readonly Declaration[],
  { index }: Pick<Code, "index">,
): readonly Refusal[] {
  const openings = declarations.filter(({ kind }) => kind === "namespace");
  const members = openings.flatMap(childrenOf);
  const [opening] = openings;
  const [member] = members;
  const isOutside = (one: Declaration) => one.kind === "include" && includedFiles(one, one.file, index).length === 0;
  if (opening === undefined || member === undefined) return [];
  if (!members.every((one) => isForward(one) || isOutside(one))) return [];
  const reason =
    member.kind === "include"
      ? `only includes ${member.name}, from outside of the code base, which may open it as well`
      : `only announces ${member.name}, which code from outside defines in it`;
  return [{ ...placeOf(opening), reason }];
}

/**
 * The functions that a statement of the language calls without their name, as `for (x : list)` does `begin` and `end`, or a program, as
 * pytest does `setup_class` and the start of a program `main`.
 */
export function calledByLanguage(declarations: readonly Declaration[], code: TextsOfCode): readonly Refusal[] {
  return declarations.filter(isFunction).flatMap((declaration) => {
    const { name, file } = declaration;
    const calls = traitsOf(file.language).impliedCalls?.find(({ names }) => names.includes(name));
    if (calls === undefined) return [];
    if (calls.isOutermost && containerNameOf(declaration, code.separatorOf(file.language)) !== "") return [];
    if (calls.inText !== undefined && !calls.inText.test(code.textOf(file.path) ?? "")) return [];
    const near = namesNear(declaration, calls.names, code);
    return calls.names.every((one) => near.has(one))
      ? [{ ...placeOf(declaration), reason: `${calls.by} calls it by its name` }]
      : [];
  });
}

/** The parameters of tests that get their values by their names from outside of the code base, as a fixture `tmp_path` of pytest. */
export function givenFromOutside(declarations: readonly Declaration[], code: Code): readonly Refusal[] {
  return declarations.flatMap((parameter) => {
    const { kind, flags, file, parent, at } = parameter;
    const { requests } = traitsOf(file.language);
    const isRequest = kind === "parameter" && (flags & DeclarationFlag.fixture) !== 0;
    if (!isRequest || requests === undefined || !isTestPath(code.nameOf(file.path))) return [];
    if (code.resolverOf(file.language).givenBy?.(parameter) !== undefined) return [];
    // Another decorator may pass the value by its position.
    const head = (code.textOf(file.path) ?? "").slice(parent?.start ?? at, parent?.at ?? at);
    const decorators = head.match(/^[ \t]*@[\w.]+/gm) ?? [];
    if (!decorators.every((one) => requests.decorators.test(one.trim()))) return [];
    return [
      { ...placeOf(parameter), reason: `${requests.by} passes a value for this name, from outside of the code base` },
    ];
  });
}

/** The ones of some names that functions of the same class have, or of the same scope outside of classes. */
function namesNear(declaration: Declaration, names: readonly string[], code: TextsOfCode) {
  const { parent, file } = declaration;
  const separator = code.separatorOf(file.language);
  const others =
    parent !== undefined && isClass(parent)
      ? [parent, ...code.resolverOf(file.language).symbolOf(parent)].flatMap(childrenOf)
      : names
          .flatMap((name) => code.index.named(name))
          .filter((one) => containerNameOf(one, separator) === containerNameOf(declaration, separator));
  return new Set(others.filter(isFunction).map(({ name }) => name));
}

import * as z from "zod";
import type { Code } from "./code.ts";
import type { Declaration } from "./code-index.ts";
import { emplacingMembers } from "./cpp/construction-sites.ts";
import { isNoConversion, isOfClass, parametersOf } from "./cpp/conversions.ts";
import { takes } from "./cpp/overloads.ts";
import type { FoundSymbol } from "./found-symbols.ts";
import { declarationAt, type Place } from "./places.ts";
import { isClass, isConstructor, isFunction, isOperator } from "./symbol-kind.ts";

/** The names that are written where a constructor or an operator is called, and the files that may have such calls. */
export const MadeBy = z.object({
  /** Of classes and fields; none for what is called by its name alone. */
  names: z.array(z.string()).readonly(),
  /** In no order. */
  paths: z.array(z.string()).readonly(),
});
export type MadeBy = Readonly<z.infer<typeof MadeBy>>;

/** Classes of a file whose names are looked for, where an operator may be for any of them. */
const maxClasses = 20;

type NamedCode = Pick<Code, "index" | "filesWith" | "textOf">;

const none: MadeBy = { names: [], paths: [] };

/** Finds out how the calls of a symbol are written if it is a constructor, or an operator of C++. */
export function madeByOf(symbol: FoundSymbol, code: NamedCode): MadeBy {
  for (const place of symbol.places) {
    const declaration = declarationAt(code.index.fileAt(place.path), place);
    if (declaration === undefined) continue;
    if (declaration.file.language === "cpp" && isConstructor(declaration)) {
      const made = inCpp(declaration.name, code);
      return symbol.places.every((one) => isConverting(one, code)) ? withTakers(made, declaration.name, code) : made;
    }
    if (declaration.file.language === "cpp" && isOperator(declaration.name)) return ofOperator(declaration, code);
    if (declaration.file.language === "python" && isMaker(declaration)) return inPython(declaration, code);
  }
  return none;
}

/**
 * The names of a class and of those that inherit its constructors: their own, those of aliases, and the fields of their
 * types, which initializers name.
 */
function inCpp(name: string, code: NamedCode): MadeBy {
  const classes = new Set([name]);
  const paths = new Set<string>();
  for (const one of classes) {
    if (one !== name) for (const path of code.filesWith(one)) paths.add(path);
    for (const { kind, name: named, parent, type } of declarationsWith(one, code)) {
      const isInherited = kind === "using" && named === one && /(\w+)(?:<.*>)?::\1$/s.test(type);
      if (isInherited && parent !== undefined) classes.add(parent.name);
    }
  }
  const names = new Set(classes);
  const typed = [...classes].flatMap((one) =>
    declarationsWith(one, code).filter(
      ({ kind, type }) => (kind === "alias" || kind === "field") && hasWord(type, one),
    ),
  );
  const emplacing = new Set([...emplacingMembers].flatMap((member) => code.filesWith(member)));
  for (const field of typed) {
    names.add(field.name);
    const isContainer = field.kind === "field" && field.type.includes("<");
    const withName = field.kind === "alias" || isContainer ? code.filesWith(field.name) : [];
    for (const path of withName) if (field.kind === "alias" || emplacing.has(path)) paths.add(path);
    for (const path of filesOfConstructors(field, code)) paths.add(path);
  }
  return { names: [...names].sort(), paths: [...paths].sort() };
}

/** True for the place of a constructor that may convert an argument: it takes one, and is not explicit. */
function isConverting(place: Place, code: NamedCode): boolean {
  const declaration = declarationAt(code.index.fileAt(place.path), place);
  if (declaration === undefined || !takes(declaration, 1)) return false;
  return !isNoConversion(declaration, (path) => code.textOf(path));
}

/** With the functions that take an object of the class, and the files that may call them with what is converted. */
function withTakers({ names, paths }: MadeBy, name: string, code: NamedCode): MadeBy {
  const takers = new Set<string>();
  for (const path of code.filesWith(name)) {
    let text: string | undefined;
    const textOf = () => (text ??= code.textOf(path));
    for (const one of code.index.fileAt(path)?.declarations ?? []) {
      if (!isFunction(one) || one.most === 0 || isConstructor(one) || isOperator(one.name)) continue;
      if (parametersOf(one, textOf).some((parameter) => isOfClass(parameter, name))) takers.add(one.name);
    }
  }
  const callers = [...takers].flatMap((taker) => code.filesWith(taker));
  return { names: [...new Set([...names, ...takers])].sort(), paths: [...new Set([...paths, ...callers])].sort() };
}

/** The declarations of files that have a word. */
function declarationsWith(word: string, code: NamedCode): readonly Declaration[] {
  return code.filesWith(word).flatMap((path) => code.index.fileAt(path)?.declarations ?? []);
}

/** The files with constructors of the class that a field is of. */
function filesOfConstructors({ kind, parent }: Declaration, code: NamedCode): readonly string[] {
  if (kind !== "field" || parent === undefined) return [];
  return code.index
    .named(parent.name)
    .filter(isConstructor)
    .map(({ file }) => file.path);
}

/** The names of the class of an operator; of one outside of classes, of those in its file, which it may be for. */
function ofOperator({ name, parent, qualifier, file }: Declaration, code: NamedCode): MadeBy {
  const [, own] = /(?:^|::)(\w+)$/.exec(qualifier) ?? [];
  const ofClass = own ?? (parent !== undefined && isClass(parent) ? parent.name : undefined);
  const around = ofClass === undefined ? file.declarations.filter(isClass).map((one) => one.name) : [ofClass];
  const names = [...new Set(around)].filter((one) => one !== "").slice(0, maxClasses);
  const suffix = /^operator""(\w+)$/.exec(name)?.[1];
  const made = names.map((one) => inCpp(one, code));
  const paths = [...[...names, ...(suffix === undefined ? [] : [suffix])].flatMap((one) => code.filesWith(one))];
  return {
    names: [...new Set([name, ...made.flatMap((one) => one.names)])].sort(),
    paths: [...new Set([...paths, ...made.flatMap((one) => one.paths)])].sort(),
  };
}

/** The names of a class and of those that derive from it without a method of their own, with the names of imports. */
function inPython({ name: method, parent }: Declaration, code: NamedCode): MadeBy {
  const names = new Set<string>(parent === undefined ? [] : [parent.name]);
  const paths = new Set<string>();
  for (const name of names) {
    for (const path of code.filesWith(name)) {
      paths.add(path);
      for (const found of code.index.fileAt(path)?.declarations ?? []) {
        if (isNamedFor(found, name, method)) names.add(found.name);
      }
    }
  }
  return { names: [...names].sort(), paths: [...paths].sort() };
}

/** True for a class that may be made by the method of a base with a certain name, and for the import of a class. */
function isNamedFor(declaration: Declaration, base: string, method: string): boolean {
  const { kind, type, file } = declaration;
  if (kind === "import") return type.slice(type.lastIndexOf(":") + 1) === base;
  if (!isClass(declaration) || !hasWord(type, base)) return false;
  return !file.declarations.some((one) => one.parent === declaration && one.name === method);
}

function isMaker(declaration: Declaration): boolean {
  const { name, parent } = declaration;
  return isFunction(declaration) && /^__(?:init|new)__$/.test(name) && parent !== undefined && isClass(parent);
}

/** True if a text has a name as a whole word. */
function hasWord(text: string, name: string): boolean {
  return text.includes(name) && (text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu)?.includes(name) ?? false);
}

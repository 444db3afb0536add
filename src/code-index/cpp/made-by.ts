/**
 * The words by which a constructor or an operator of C++ may be called without its own name, which tell the files to
 * search. Input: the declaration and its symbol; output: names of classes, aliases and fields, and paths of files.
 */
import type { Declaration } from "../code-index.ts";
import type { FoundSymbol } from "../found-symbols.ts";
import { hasWord, type MadeBy, type NamedCode } from "../made-by.ts";
import { declarationAt, type Place } from "../places.ts";
import { isClass, isConstructor, isDestructor, isFunction, isOperator } from "../symbol-kind.ts";
import { emplacingMembers } from "./construction-sites.ts";
import { isNoConversion, nameOfClass, parametersOf } from "./conversions.ts";
import { takes } from "./overloads.ts";

/** Classes of a file whose names are looked for, where an operator may be for any of them. */
const maxClasses = 20;

/** The words in calls of a constructor and of an operator, and where objects of a class are made. */
export function madeByInCpp(declaration: Declaration, { places }: FoundSymbol, code: NamedCode): MadeBy | undefined {
  if (isClass(declaration)) return namesOfClass(declaration.name, code);
  if (isConstructor(declaration)) {
    const made = namesOfClass(declaration.name, code);
    return places.every((one) => isConverting(one, code)) ? withTakers(made, declaration.name, code) : made;
  }
  if (isDestructor(declaration)) return withGivers(declaration.name.slice(1), code);
  return isOperator(declaration.name) ? ofOperator(declaration, code) : undefined;
}

/**
 * The names of a class and of classes that inherit its constructors: their own, names of aliases, and the fields of
 * their types, which initializers name.
 */
function namesOfClass(name: string, code: NamedCode): MadeBy {
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

/**
 * The names of a class, with the files that name a function whose result is an object of it, since `auto` may declare one there, and
 * files with `delete` that name a pointer to one, such as a field that another file declares.
 */
function withGivers(name: string, code: NamedCode): MadeBy {
  const { names, paths } = namesOfClass(name, code);
  const typed = declarationsWith(name, code).filter((one) => hasWord(one.type, name));
  const isPointer = (one: Declaration) => /\*\s*(?:const\s*)?$/.test(one.type);
  const givers = typed.filter((one) => isFunction(one) && !/[*&]\s*$/.test(one.type));
  const users = filesNamingAny(givers, code);
  const deleting = new Set(code.filesWith("delete"));
  const holders = filesNamingAny(typed.filter(isPointer), code).filter((path) => deleting.has(path));
  const aliases = names.filter((one) => one !== name).flatMap((one) => code.filesWith(one));
  return { names, paths: [...new Set([...paths, ...users, ...holders, ...aliases])].sort() };
}

function filesNamingAny(declarations: readonly Declaration[], code: NamedCode): readonly string[] {
  const words = new Set(declarations.map(({ name }) => name).filter((word) => /^\w+$/.test(word)));
  return [...words].flatMap((word) => code.filesWith(word));
}

/** True for the place of a constructor that may convert an argument: it takes one, and is not explicit. */
function isConverting(place: Place, code: NamedCode): boolean {
  const declaration = declarationAt(code.index.fileAt(place.path), place);
  if (declaration === undefined || !takes(declaration, 1)) return false;
  return !isNoConversion(declaration, (path) => code.textOf(path));
}

/** With the functions that take an object of the class, and the files that may call them with what is converted. */
function withTakers({ names, paths }: MadeBy, name: string, code: NamedCode): MadeBy {
  const takers = new Map<string, Set<number>>();
  const made = new Set(names);
  for (const path of code.filesWith(name)) {
    let text: string | undefined;
    const textOf = () => (text ??= code.textOf(path));
    for (const one of code.index.fileAt(path)?.declarations ?? []) {
      if (!isFunction(one) || one.most === 0 || isConstructor(one) || isOperator(one.name)) continue;
      const classes = parametersOf(one, textOf).map(nameOfClass);
      if (!classes.includes(name)) continue;
      const taken = takers.get(one.name) ?? new Set<number>();
      takers.set(one.name, taken);
      classes.forEach((parameter, at) => {
        if (parameter !== undefined && made.has(parameter)) taken.add(at);
      });
    }
  }
  const callers = [...takers.keys()].flatMap((taker) => code.filesWith(taker));
  return {
    names,
    paths: [...new Set([...paths, ...callers])].sort(),
    takers: Array.from(takers, ([taker, parameters]) => ({ name: taker, parameters: [...parameters] })),
  };
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

/**
 * The names of the class of an operator; of one outside of classes, the names of the classes in its file, which it may
 * be for.
 */
function ofOperator({ name, parent, qualifier, file }: Declaration, code: NamedCode): MadeBy {
  const [, own] = /(?:^|::)(\w+)$/.exec(qualifier) ?? [];
  const ofClass = own ?? (parent !== undefined && isClass(parent) ? parent.name : undefined);
  const around = ofClass === undefined ? file.declarations.filter(isClass).map((one) => one.name) : [ofClass];
  const names = [...new Set(around)].filter((one) => one !== "").slice(0, maxClasses);
  const suffix = /^operator""(\w+)$/.exec(name)?.[1];
  const made = names.map((one) => namesOfClass(one, code));
  const paths = [...[...names, ...(suffix === undefined ? [] : [suffix])].flatMap((one) => code.filesWith(one))];
  return {
    names: [...new Set([name, ...made.flatMap((one) => one.names)])].sort(),
    paths: [...new Set([...paths, ...made.flatMap((one) => one.paths)])].sort(),
  };
}

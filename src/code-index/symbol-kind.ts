/**
 * The kinds and properties of declarations in any language: class, constructor, operator, access, virtual. Input: a
 * declaration; output: its kind as list_symbols has it, or whether a property is true.
 */
import { type DeclarationFact, DeclarationFlag, type DeclarationKind } from "../facts/declaration-facts.ts";
import type { Access } from "../syntax/symbols.ts";
import type { CodeIndex, Declaration, IndexedFile } from "./code-index.ts";
import type { SymbolKind } from "./language-traits.ts";
import { partsOfName } from "./qualified-name.ts";
import { traitsOf } from "./traits-of.ts";

/** Declaration → the kind that list_symbols gives it, where no rule of its language says more. */
const kinds: Readonly<Record<DeclarationKind, SymbolKind>> = {
  namespace: "namespace",
  class: "class",
  struct: "struct",
  union: "struct",
  enum: "enum",
  enum_member: "enum_member",
  alias: "class",
  concept: "interface",
  type_parameter: "type_parameter",
  function: "function",
  field: "field",
  property: "property",
  variable: "variable",
  parameter: "variable",
  macro: "constant",
  label: "constant",
  include: "module",
  using: "variable",
  using_namespace: "namespace",
  namespace_alias: "namespace",
  import: "module",
  star_import: "module",
  lazy_import: "module",
  pasting: "function",
  macro_use: "function",
  undefinition: "constant",
  macro_member: "function",
  module: "module",
  interface: "interface",
  method: "method",
  constructor: "constructor",
  operator: "operator",
  constant: "constant",
  event: "event",
};

/** The kind of a declaration, as list_symbols has it. */
export function symbolKindOf(declaration: Declaration, index: CodeIndex): SymbolKind {
  const { kind, name, flags, file, most } = declaration;
  const rule = traitsOf(file.language).symbolKinds?.find(
    (candidate) =>
      candidate.of === kind &&
      (candidate.name?.test(name) ?? true) &&
      (candidate.flags === undefined || (flags & candidate.flags) !== 0) &&
      (!candidate.takesArguments || most !== 0) &&
      (!candidate.isMember || isMember(declaration, index)) &&
      (!candidate.isNamedAsClass || (holderOf(declaration) === name && isMember(declaration, index))),
  );
  return rule?.kind ?? kinds[kind];
}

const classKinds: ReadonlySet<DeclarationKind> = new Set(["class", "struct", "union", "interface"]);

/** True for a class, a struct, a union and an interface. */
export function isClass({ kind }: Pick<DeclarationFact, "kind">): boolean {
  return classKinds.has(kind);
}

/** True for a file that only declares and never runs. */
export function isStub({ path, language }: Pick<IndexedFile, "path" | "language">): boolean {
  const { stubEnding } = traitsOf(language);
  return stubEnding !== undefined && path.endsWith(stubEnding);
}

/** True for a declaration without body or value, and for one in a stub. */
export function isBare({ flags, file }: Declaration): boolean {
  return isStub(file) || (flags & (DeclarationFlag.declared | DeclarationFlag.forward)) !== 0;
}

/** True for the declaration with which a resolution says that a name is a module: that of its whole file. */
export function standsForFile({ index }: Declaration): boolean {
  return index < 0;
}

/** True for a scope whose names the scope around it has as well: an inline or unnamed one, and an enumeration without `class`. */
export function isOpenScope({ kind, flags }: Declaration): boolean {
  return kind === "enum" ? (flags & DeclarationFlag.scoped) === 0 : (flags & DeclarationFlag.transparent) !== 0;
}

/** True for a member that is named by the type that it embeds: its name is a use of the type, too. */
export function isEmbedded({ kind, flags }: Pick<DeclarationFact, "kind" | "flags">): boolean {
  return kind === "field" && (flags & DeclarationFlag.transparent) !== 0;
}

/** True for `class A;` and the like, which only says that there is one. */
export function isForward({ flags }: Declaration): boolean {
  return (flags & DeclarationFlag.forward) !== 0;
}

/** True for a declaration that a common build compiles: see DeclarationFlag.unlikely. */
export function isLikely({ flags }: Pick<Declaration, "flags">): boolean {
  return (flags & DeclarationFlag.unlikely) === 0;
}

/** True for what is for another platform, or an old version of a library, in C++: see DeclarationFlag.foreign. */
export function isForeign({ flags }: Pick<Declaration, "flags">): boolean {
  return (flags & DeclarationFlag.foreign) !== 0;
}

const macroKinds = ["pasting", "macro_use", "undefinition", "macro_member"] as const;

const broughtKinds: ReadonlySet<DeclarationKind> = new Set<DeclarationKind>([
  ...(["include", "using", "using_namespace", "namespace_alias", "import", "star_import", "lazy_import"] as const),
  ...macroKinds,
]);

/** 0 for a definition, 1 for a declaration, 2 for a forward declaration. */
export function bareness(declaration: Declaration): number {
  if (isForward(declaration)) return 2;
  return isBare(declaration) ? 1 : 0;
}

/** True for what brings names into a scope that are written elsewhere, or that are made. */
export function bringsNames({ kind }: Declaration): boolean {
  return broughtKinds.has(kind);
}

/** True for what is known of the macros of C++ and defines none. */
export function isOfMacros({ kind }: Declaration): boolean {
  return macroKinds.some((one) => one === kind);
}

const innerKinds: ReadonlySet<DeclarationKind> = new Set<DeclarationKind>(["parameter", "type_parameter", "label"]);

/** True for what is meant only where nothing else has the name, unless what holds it is named as well. */
export function isInner({ kind }: Declaration): boolean {
  return innerKinds.has(kind);
}

/** True for what has the name of its class, as in C++. */
export function isConstructor({ kind, name, qualifier, parent }: Declaration): boolean {
  if (kind !== "function" && kind !== "constructor") return false;
  if (qualifier !== "") return partsOfName(qualifier).at(-1) === name;
  return parent !== undefined && isClass(parent) && parent.name === name;
}

/** True for `~A`. */
export function isDestructor({ name }: Pick<Declaration, "name">): boolean {
  return name.startsWith("~");
}

/** True for a word that is the first part of the name of a function which a macro makes: `Fixture` of `Fixture.runs`. */
export function beginsMadeName({ kind, name }: Pick<Declaration, "kind" | "name">, word: string): boolean {
  return kind === "function" && name.startsWith(`${word}.`);
}

/** True for the name of a method that is called without being named: `__init__` by a construction, `__iter__` by a loop. */
export function isImplicit(name: string): boolean {
  return name.startsWith("__") && name.endsWith("__");
}

/** True for the name of an operator of C++, or of a conversion. */
export function isOperator(name: string): boolean {
  return /^operator(?![\p{L}\p{N}_$])/u.test(name);
}

const functionKinds: ReadonlySet<DeclarationKind> = new Set<DeclarationKind>([
  ...(["function", "property", "method", "constructor", "operator"] as const),
]);

/** True for a function, and what stands for one: a macro is none. */
export function isFunction({ kind }: Declaration): boolean {
  return functionKinds.has(kind);
}

/** True for a variable or a field whose value is a function without a name of its own. */
export function isLambda({ kind, flags }: Pick<DeclarationFact, "kind" | "flags">): boolean {
  return (kind === "variable" || kind === "field") && (flags & DeclarationFlag.lambda) !== 0;
}

/**
 * The access of a member; undefined for what is not a member, is defined outside of its class, or is known only by
 * queries.
 */
export function accessOf(declaration: Declaration): Access | undefined {
  const { parent, file } = declaration;
  return traitsOf(file.language).symbolKinds === undefined ? undefined : memberAccess(declaration, parent);
}

/** True for a method that says itself that it can be overridden. */
export function isVirtual({ flags }: Declaration): boolean {
  return (flags & (DeclarationFlag.virtual | DeclarationFlag.abstract)) !== 0;
}

/** True for a method that another may override, by its own modifiers. */
export function mayBeOverridden(method: Declaration): boolean {
  return !traitsOf(method.file.language).declaresOverriding || isVirtual(method);
}

/** True for methods of one name that may override each other: an overload overrides nothing, and default values do not count. */
export function takeTheSame(one: Declaration, other: Declaration): boolean {
  if (!traitsOf(one.file.language).declaresOverriding) return true;
  return one.most === other.most;
}

const memberlessKinds: ReadonlySet<DeclarationKind> = new Set(["parameter", "macro"]);

/** The access of what is declared in a holder; undefined for what is not a member of it. */
export function memberAccess(
  { qualifier, flags, kind }: Pick<DeclarationFact, "qualifier" | "flags" | "kind">,
  holder: Pick<DeclarationFact, "kind"> | undefined,
): Access | undefined {
  if (holder === undefined || !isClass(holder) || qualifier !== "" || memberlessKinds.has(kind)) return undefined;
  if (flags & DeclarationFlag.friend) return undefined;
  if (flags & DeclarationFlag.private) return "private";
  return flags & DeclarationFlag.protected ? "protected" : "public";
}

/** The name of the parent of a declaration: its qualifier, or else the declaration around it. */
function holderOf({ parent, qualifier }: Declaration): string | undefined {
  return partsOfName(qualifier).at(-1) ?? parent?.name;
}

/**
 * True when a class holds it. A qualifier means what holds another declaration of the name, or else any class or namespace that it
 * names. One that the index does not know is taken for a class, as list_symbols does.
 */
function isMember({ name, parent, qualifier }: Declaration, index: CodeIndex): boolean {
  const scope = partsOfName(qualifier).at(-1);
  if (scope === undefined) return parent !== undefined && isClass(parent);
  const holders = index.named(name).flatMap((one) => (one.parent?.name === scope ? [one.parent] : []));
  const named = holders.length > 0 ? holders : index.named(scope);
  return named.some(isClass) || !named.some(({ kind }) => kind === "namespace");
}

/** True for a macro without parameters that is replaced by what may name a class: `ns::Root` or `Root<int>`. */
export function isReplacedAsName({ kind, type, parameters, most }: Declaration): boolean {
  return kind === "macro" && parameters === 0 && most === 0 && /^(?:::)?[\p{L}_][\p{L}\p{N}_:]*(?:<.*>)?$/u.test(type);
}

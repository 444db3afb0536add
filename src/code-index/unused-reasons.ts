/**
 * The reasons why a symbol may be used although its name is written nowhere else. Input: a declaration, and its symbol in the code
 * base; output: a few words for each reason. Each rule is an entry of a table.
 */
import { getOrInsert } from "../base/get-or-insert.ts";
import { DeclarationFlag, type DeclarationKind, pastingName } from "../facts/declaration-facts.ts";
import { childrenOf } from "./children-of.ts";
import { mayImplement } from "./class-hierarchy.ts";
import type { Code } from "./code.ts";
import type { CodeIndex, Declaration, IndexedFile } from "./code-index.ts";
import { partsOfName } from "./qualified-name.ts";
import { isClass, isForward, isFunction } from "./symbol-kind.ts";
import { traitsOf } from "./traits-of.ts";

/** The symbol of a declaration, and where it is. */
export type UnusedContext = {
  readonly declarations: readonly Declaration[];
  /** The class that has it as a member. */
  readonly holder: Declaration | undefined;
  readonly textOf: (file: IndexedFile) => string;
  readonly code: Pick<Code, "countFilesWith" | "filesWith" | "index" | "nameOf" | "resolverOf">;
  readonly isOnlyInTests: boolean;
  /** True if a string of its file has the name. */
  readonly isInString: boolean;
};

type Rule = (declaration: Declaration, context: UnusedContext) => string | undefined;

/** Names that something else than code calls, with the reason. */
const namesOfOthers: readonly {
  readonly pattern: RegExp;
  readonly reason: string;
  /** True if no member of a class is meant. */
  readonly isOfModule?: boolean;
}[] = [
  {
    pattern: /^(?:w?main|w?WinMain|DllMain|LLVMFuzzer\w+|PyInit_\w+|Java_\w+|JNI_On\w+)$/,
    reason: "an entry point",
  },
  {
    // Loaders of modules have names without underscores.
    pattern: /^(?:__\w+__|(?:find|create|exec|load)_module|find_spec|get_(?:source|code|data|filename)|is_package)$/,
    reason: "Python calls it",
  },
  {
    pattern:
      /^(?:[tT]est\w*|setUp\w*|tearDown\w*|(?:setup|teardown)(?:_\w+)?|async(?:SetUp|TearDown)|do_\w+|(?:visit|leave|depart|handle|on|pytest)_\w+)$/,
    reason: "a framework may call it by its name",
  },
  {
    // Of unittest, IPython, Jupyter, builds of packages (PEP 517), WSGI and Django: modules define them for others.
    pattern:
      /^(?:load_tests|(?:un)?load_ipython_extension|_?load_jupyter_server_extension|_jupyter_\w+|build_(?:wheel|sdist|editable)|get_requires_for_build_\w+|prepare_metadata_for_build_\w+|application|urlpatterns|app_name|default_app_config|handler(?:400|403|404|500))$/,
    reason: "a program may ask for the name in a module",
    isOfModule: true,
  },
  {
    pattern:
      /^(?:(?:value|difference|key|mapped|size|result|argument|first_argument|second_argument|allocator|char|traits)_type|iterator_category|(?:const_)?(?:reverse_)?(?:pointer|reference|iterator)|c?r?(?:begin|end)|rebind|is_transparent|what|push_back|propagate_on_\w+|yyerror|yylex)$/,
    reason: "a library may ask for the name",
  },
  {
    // Of coroutines of C++.
    pattern:
      /^(?:await_(?:ready|suspend|resume|transform)|(?:initial|final)_suspend|return_(?:void|value)|yield_value|unhandled_exception|get_return_object(?:_on_allocation_failure)?|promise_type)$/,
    reason: "the language calls it",
  },
];

/** Files that a program reads by their names, such as a configuration of Sphinx. */
const readByName =
  /(?:^|[\\/])(?:conf|conftest|settings|setup|manage|wscript|SConstruct|noxfile|fabfile|tasks|gunicorn\.conf)(?:\.py)?$/;

const publicFolder = /(?:^|[\\/])(?:include|inc|public|api)[\\/].*\.(?:h|hh|hpp|hxx|H)$/;

/** Kinds with a body that may be followed by what has this type: `struct A {} a;`. */
const typeKinds: ReadonlySet<DeclarationKind> = new Set<DeclarationKind>(["class", "struct", "union", "enum"]);

/** The reason of a symbol that only tests use. */
export const usedByTests = "tests use it";

/** Rules in the order of their reasons. */
const rules: readonly Rule[] = [
  (_, { isOnlyInTests }) => (isOnlyInTests ? usedByTests : undefined),
  (declaration, context) => (isListedInAll(declaration, context) ? "exported in __all__" : undefined),
  (declaration, context) =>
    context.isInString && !isListedInAll(declaration, context) ? "a string of its file names it" : undefined,
  (_, { declarations, code }) =>
    declarations.some(({ file }) => publicFolder.test(code.nameOf(file.path))) ? "in a public header" : undefined,
  (_, context) => (headsOf(context).some((head) => /^\s*@|\[\[|__attribute__/.test(head)) ? "decorated" : undefined),
  (_, context) =>
    headsOf(context).some((head) => /^(?!\s*#).*\b(?:export|pub|public)\s/s.test(head)) ? "exported" : undefined,
  (_, context) => {
    const macro = headsOf(context)
      .map((head) => markingMacro.exec(head)?.[0])
      .find((found) => found !== undefined);
    return macro && `marked by ${macro}`;
  },
  (declaration, { declarations, textOf }) =>
    isFunction(declaration) && declarations.some(({ file, at }) => /extern\s+"C"/.test(textOf(file).slice(0, at)))
      ? 'after extern "C"'
      : undefined,
  (declaration, { textOf }) => (isNamedAsMacro(declaration, textOf) ? "its name may be a macro" : undefined),
  ({ flags }) => ((flags & DeclarationFlag.excluded) === 0 ? undefined : "in a branch for another version"),
  (declaration, { textOf }) => {
    const name = typeKinds.has(declaration.kind) ? namedWith(declaration, textOf(declaration.file)) : undefined;
    return name && `declared with ${name}`;
  },
  (declaration, { holder, code }) => {
    const outside = outsideBaseOf(isClass(declaration) ? declaration : holder, code);
    return outside && `a base from outside: ${outside}`;
  },
  (declaration, { holder, code }) => {
    const mixed = isClass(declaration) || holder === undefined ? undefined : baseMixedWith(holder, code);
    return mixed && `mixed with a base from outside: ${mixed}`;
  },
  ({ qualifier }, { code }) => {
    const owner = partsOfName(qualifier).at(-1);
    return owner === undefined || code.index.named(owner).length > 0 ? undefined : `a member of ${owner}, from outside`;
  },
  (declaration, context) =>
    knowsSubclasses(declaration, context.code) ||
    knowsMembers(isClass(declaration) ? declaration : context.holder, context)
      ? "its base or a metaclass may find it"
      : undefined,
  (_, context) => (looksForMembers(context) ? "its class may find it by its name" : undefined),
  (_, { holder, textOf }) =>
    holder && /^\s*@/.test(textOf(holder.file).slice(holder.start, holder.at)) ? "its class is decorated" : undefined,
  (declaration, { textOf }) =>
    isFunction(declaration) && textOf(declaration.file).slice(declaration.headEnd, declaration.end).includes(">>> ")
      ? "its documentation has examples that run"
      : undefined,
  ({ name }, { holder }) =>
    namesOfOthers.find(({ pattern, isOfModule }) => pattern.test(name) && !(isOfModule && holder))?.reason,
  ({ file }) => (readByName.test(file.path) ? "a program reads this file" : undefined),
  ({ kind, at, end, file }, { holder, textOf }) =>
    kind === "variable" &&
    holder === undefined &&
    traitsOf(file.language).isLinked &&
    textOf(file).slice(at, end).includes("(")
      ? "its value is made by a call"
      : undefined,
  ({ kind }) => (kind === "enum_member" ? "used by its value" : undefined),
  (declaration, context) =>
    declaration.kind === "enum" && hasUsedValue(declaration, context) ? "its values are used" : undefined,
  ({ at, name, file }, { textOf }) =>
    /#[^\S\n]*define[^\S\n]+$/.test(textOf(file).slice(Math.max(at - maxDirective, 0), at)) &&
    textOf(file)[at + name.length] !== "("
      ? "a header from outside may test it"
      : undefined,
  (declaration, { code }) => {
    const part = partThatCodeJoins(declaration, code);
    return part && `code may join its name with ${part}`;
  },
];

/** UTF-16 code units of a directive before its name. */
const maxDirective = 80;

/** A macro before a name, such as `MY_API` or `Q_INVOKABLE`. */
const markingMacro = /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/;

/** True for a function without a type before its name that is written as a macro: `DEFINE_FUZZER(const Input& in) {}`. */
function isNamedAsMacro(declaration: Declaration, textOf: UnusedContext["textOf"]): boolean {
  const { start, at, name, file } = declaration;
  if (!isFunction(declaration) || !traitsOf(file.language).isLinked) return false;
  return /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(name) && textOf(file).slice(start, at).trim() === "";
}

/** The text before the name of each declaration: of its statement, and of its line. */
function headsOf({ declarations, textOf }: UnusedContext): readonly string[] {
  return declarations.map(({ start, at, file }) => {
    const text = textOf(file);
    return text.slice(Math.min(start, text.lastIndexOf("\n", at - 1) + 1), at);
  });
}

/** The name that follows the body of a type: `a` of `struct A {} a;`; undefined if there is none. */
function namedWith({ start, at, end }: Declaration, text: string): string | undefined {
  const close = text.lastIndexOf("}", text.indexOf(";", end - 1));
  const next = close < at ? undefined : /^[\s*&]*(\w+)/.exec(text.slice(close + 1, close + maxDirective))?.[1];
  const before = text.slice(Math.min(start, text.lastIndexOf("\n", at) + 1), at);
  const alias = /\busing\s+(\w+)\s*=/.exec(before)?.[1];
  if (alias !== undefined) return alias;
  return /\btypedef\b/.test(before) || /^\s*[*&]*\w+\s*[;=,[{(]/.test(text.slice(close + 1)) ? next : undefined;
}

/** Returns the reasons why a symbol may be used; empty if nothing says so. */
export function reasonsFor(declaration: Declaration, context: UnusedContext): readonly string[] {
  return rules.map((rule) => rule(declaration, context)).filter((reason) => reason !== undefined);
}

function isListedInAll({ name, file }: Declaration, { textOf }: UnusedContext): boolean {
  for (const { 1: list } of textOf(file).matchAll(/\b__all__\b[^[(\n]*[[(]([^\])]*)/g)) {
    if (list?.match(/\w+/g)?.includes(name)) return true;
  }
  return false;
}

/** Classes of a hierarchy that are looked at. */
const maxAncestors = 200;

/** The first base of a class, or of its bases, that is not in the code base; undefined if all are known. */
function outsideBaseOf(start: Declaration | undefined, code: UnusedContext["code"]): string | undefined {
  for (const base of basesFrom(start, code)) {
    if (typeof base === "string" && mayImplement(base)) return base;
  }
  return undefined;
}

function* basesFrom(start: Declaration | undefined, code: UnusedContext["code"]): Generator<Declaration | string> {
  const found = new Set(start === undefined ? [] : [start]);
  for (const one of found) {
    for (const base of code.resolverOf(one.file.language).basesOf?.(one) ?? []) {
      const known = base.declaration && !isForward(base.declaration) ? base.declaration : undefined;
      yield known ?? base.external ?? base.written;
      if (base.declaration !== undefined && found.size < maxAncestors) found.add(base.declaration);
    }
  }
}

/** True for an enumeration with a value that is written in another place, too. */
function hasUsedValue(declaration: Declaration, { code, textOf }: UnusedContext): boolean {
  const text = textOf(declaration.file);
  return childrenOf(declaration).some(
    ({ name }) => code.countFilesWith(name, 2) > 1 || text.indexOf(name, declaration.end) >= 0,
  );
}

/** Index → class → see baseMixedWith. Other indexes have the same classes, and other classes that derive from them. */
const basesMixedWith = new WeakMap<CodeIndex, Map<Declaration, { readonly base: string | undefined }>>();

/**
 * The base from outside of a class that also derives from some other one: the base may call what the other one has. Undefined if there
 * is none, and for languages whose bases do not share the members of each other.
 */
function baseMixedWith(mixin: Declaration, code: UnusedContext["code"]): string | undefined {
  const { basesOf, linearized } = code.resolverOf(mixin.file.language);
  if (basesOf === undefined || linearized === undefined) return undefined;
  const known = getOrInsert(basesMixedWith, code.index, () => new Map());
  const { base } = getOrInsert(known, mixin, () => {
    const files = code.filesWith(mixin.name).slice(0, maxMixingFiles);
    const classes = files.flatMap((path) => code.index.fileAt(path)?.declarations.filter(isClass) ?? []);
    const derived = classes.filter((one) => basesOf(one).some(({ declaration }) => declaration === mixin));
    return { base: derived.map((one) => outsideBaseOf(one, code)).find((one) => one !== undefined) };
  });
  return base;
}

/** Files with the name of a class that are looked at for classes that derive from it. */
const maxMixingFiles = 50;

/** Words of code that finds classes without their names: among subclasses, or in modules that it loads by name. */
const findingWords = ["__subclasses__", "import_module", "__import__", "iter_modules"];

/** True for a class that code may find among the subclasses of its base, or in a module. */
function knowsSubclasses(declaration: Declaration, code: UnusedContext["code"]): boolean {
  if (!isClass(declaration) || !findingWords.some((word) => code.countFilesWith(word, 1) > 0)) return false;
  return basesFrom(declaration, code).next().done !== true;
}

/** True for a class that is made by code which gets its members: a metaclass, or a base that learns of each subclass. */
function knowsMembers(start: Declaration | undefined, { code, textOf }: UnusedContext): boolean {
  if (start === undefined) return false;
  const classes = [start, ...basesFrom(start, code)].filter((base) => typeof base !== "string");
  return classes.some(
    (one) =>
      /\bmetaclass\s*=/.test(textOf(one.file).slice(one.at, one.headEnd)) ||
      childrenOf(one).some(({ name }) => makesClasses.has(name)),
  );
}

/** True if the class of a member, or a base, goes through its members, or gets one whose name is in a variable. */
function looksForMembers({ holder, code, textOf }: UnusedContext): boolean {
  if (holder === undefined) return false;
  const classes = [holder, ...basesFrom(holder, code)].filter((one) => typeof one !== "string");
  return classes.some(({ file, at, end }) => membersByName.test(textOf(file).slice(at, end)));
}

/** `dir(self)` and `getattr(self, name)`, and not `getattr(self, "name")`. */
const membersByName =
  /\b(?:dir|vars|getmembers)\(\s*(?:self|cls|type\(self\)|self\.__class__)\s*[,)]|\bgetattr\(\s*(?:self|cls)\s*,\s*[A-Za-z_]\w*\s*[,)]/;

const makesClasses: ReadonlySet<string> = new Set(["__init_subclass__", "__metaclass__", "__getattr__", "__dict__"]);

/**
 * A part of a name that strings or macros put names together with: `visit_` of `visit_Name`, which `"visit_" + kind` and
 * `visit_##kind` have as a word of its own; undefined if there is none.
 */
function partThatCodeJoins({ name }: Declaration, code: UnusedContext["code"]): string | undefined {
  const isPart = (word: string) => code.countFilesWith(word, 1) > 0 && code.index.named(word).length === 0;
  for (const { index } of name.matchAll(/(?<=[^_])_+(?=[^_])/g)) {
    const first = name.slice(0, index + 1);
    const last = name.slice(index);
    if (index > 1 && isPart(first)) return first;
    // `%s_changed` has the word `s_changed`.
    if (last.length > leastPart && [last, `s${last}`, `d${last}`].some(isPart)) return last;
  }
  // `tree%d` has the word `tree`.
  const numbered = /^(\w*\D)\d+$/.exec(name)?.[1];
  if (numbered !== undefined && numbered.length > leastPart && isPart(numbered)) return numbered;
  return code.index.named(pastingName).some(({ type }) => isMade(name, type)) ? "a macro" : undefined;
}

/** Letters of a part of a name that says something. */
const leastPart = 3;

/** True for a name that a pasting makes: `get_size` of `get_<1>`, and `A_b` of `<1>_<2>`. */
function isMade(name: string, type: string): boolean {
  return type.split(" ").some((made) => {
    const parts = made.split(/<\d+>/);
    if (parts.length < 2 || parts.join("") === "") return false;
    const [first = "", ...others] = parts;
    const last = others.at(-1) ?? "";
    if (!name.startsWith(first) || !name.endsWith(last)) return false;
    // Each argument has a letter at least.
    let at = first.length;
    for (const part of others.slice(0, -1)) {
      const found = name.indexOf(part, at + 1);
      if (found < 0) return false;
      at = found + part.length;
    }
    return name.length > at + last.length;
  });
}

/**
 * The types of name resolution that all languages share: confidence, target, overloads, known types, calls, and the
 * resolver itself. Input: an open file and an offset; output: what a name stands for, and the rule that decided.
 */
import type { FlatTree } from "../syntax/flat/flat-tree.ts";
import type { Locals } from "../syntax/locals.ts";
import type { TypeRules } from "../syntax/type-rules.ts";
import type { CallShape } from "./call-shapes.ts";
import type { CodeIndex, Declaration, IndexedFile } from "./code-index.ts";
import type { DependencyFinder } from "./dependency.ts";
import type { NamePlace, SeenNames } from "./seen-names.ts";

/**
 * The confidence of a resolution.
 *
 * - `exact`: scope, includes or imports, and kind leave one symbol
 * - `likely`: one is left after the type of the receiver, declared or inferred, or the number of arguments
 * - `name`: it has the name, and nothing else is known
 * - `external`: it comes from outside of the code base
 * - `none`: nothing has the name
 */
export type Confidence = "exact" | "likely" | "name" | "external" | "none";

/** The id of the rule that resolves types in strings and comments. */
export const annotationTextRule = "annotation-text";

/** The id of the rule that resolves keys of dictionaries whose classes declare them. */
export const keyRule = "key";

/** The id of the rule that resolves `name` of a call `f(name=1)`: a parameter, or a field of a class. */
export const keywordRule = "keyword";

/** The id of the rule that resolves strings by which a test gets a fixture: `usefixtures("name")`. */
export const requestRule = "fixture-name";

/**
 * The rule of C++ for a class of a library that the code base announces: the announcement if a compiler takes it for the
 * class, else external with the announcements as `via`.
 */
export const announcedRule = "announced-class";

/** The same for a namespace of a library that the code base adds to, with its openings. */
export const guestRule = "guest-namespace";

/** The id of the rule of C++ for an argument that the replacement of its macro writes after a scope: `case Color::n:`. */
export const macroScopeRule = "macro-scope";

/** The declarations of one symbol that a resolution has: each use of a name that is declared 10,000 times has them. */
export const maxTargets = 200;

/** The target of a name at a place. */
export type Resolution = {
  readonly confidence: Confidence;
  /** The id of the rule that has decided. */
  readonly rule: string;
  /**
   * Best first; all declarations and definitions of the first symbol, at most `maxTargets`, then, for `name`, at most 5 other
   * candidates.
   */
  readonly targets: readonly Declaration[];
  /** If the confidence is `name`: the overloads, if it is known that one of them is called, but not which. */
  readonly overloads?: OverloadSet;
  /**
   * If the confidence is `name` because branches of an open condition declare the symbol, each in its own way: the confidence that
   * it is this symbol.
   */
  readonly ofBranches?: "exact" | "likely";
  /** The external name, if known: `std::vector`, `os.path`. */
  readonly external?: string;
  /** Aliases on the way: a using, typedef or import. */
  readonly via?: readonly Declaration[];
};

/** The confidence that a name stands for the symbol of its first target; undefined if that is not known. */
export function certaintyOf({
  confidence,
  ofBranches,
}: Pick<Resolution, "confidence" | "ofBranches">): "exact" | "likely" | undefined {
  return confidence === "exact" || confidence === "likely" ? confidence : ofBranches;
}

/** Functions of one name and scope between which a call chooses, or definitions of a macro in several files. */
export type OverloadSet = {
  readonly declarations: readonly Declaration[];
  /** The confidence that one of them is meant. */
  readonly confidence: "exact" | "likely";
};

/** A file whose names are resolved: its tree, its text, and its declarations with locals. Valid as long as the tree is. */
export type OpenFile = {
  readonly file: IndexedFile;
  /** Offsets of the tree are offsets of the text. */
  readonly tree: FlatTree;
  /** The text of the file itself, with what masking has blanked for the tree. */
  readonly text: string;
  /** Its scopes by locals.scm, if its language has no rules of its own. */
  readonly locals?: Locals | undefined;
};

/** The reach of a class as a value: other files may call it by names of their own, or only variables of the file stand for it. */
export type ReachOfClass = "nowhere" | "inside" | "elsewhere";

/** A base in the head of a class. */
export type Base = {
  /** As it is written, without access. */
  readonly written: string;
  /** The definition of the class that it is; undefined if the code base has none, or it is not known. */
  readonly declaration?: Declaration;
  /** The name of a class from outside of the code base. */
  readonly external?: string;
  /** True if an import or an include that may mean another file leads to the class. */
  readonly isGuess?: true;
};

/**
 * A type as its language writes it, and how it is known: it is written so, follows from what is, or is that of what the calls
 * in the same file pass to a parameter.
 */
export type KnownType = { readonly type: string; readonly source: "declared" | "inferred" | "passed" };

/** A parameter as its function writes it; keys that it does not write are absent. */
export type ParameterText = { readonly name?: string; readonly type?: string; readonly default?: string };

/** A call of a function or a class that is named by another name, or by none: of `run` in `f = run; f()`. */
export type ValueCall = {
  /** That of the last name of what is called, or of its arguments. */
  readonly offset: number;
  readonly target: Declaration;
  /** The called expression, on one line: `self.handlers[name]`. */
  readonly written: string;
};

/** A call of whatever other files pass for a parameter of a function: `handler()`, `self.action()`. */
export type ParameterCall = Omit<ValueCall, "target"> & { readonly parameter: Declaration };

/** A function, a class or a parameter that a call passes for a parameter of a function of another file. */
export type HandedValue = { readonly parameter: Declaration; readonly value: Declaration };

/** The ways of functions through the parameters of a file, into it and out of it. */
export type PassedValues = { readonly calls: readonly ParameterCall[]; readonly handed: readonly HandedValue[] };

/** A function that a test replaces by another one. */
export type Replacement = {
  /** The file of the module that it is replaced in, absolute: that of the function, or one that imports it. */
  readonly path: string;
  /** Its qualified name there. */
  readonly name: string;
  /** The part of the text in which it is replaced for certain. */
  readonly start: number;
  readonly end: number;
};

/** A place that runs special methods without naming them: `with a:` runs `__enter__` of its class. */
export type SpecialCall = {
  /** That of the value whose methods run. */
  readonly offset: number;
  readonly declarations: readonly Declaration[];
};

/** A place that calls a constructor or a destructor without naming it: `A a(1);`, `make_unique<A>(1)`, `a_(1)`, `delete p`. */
export type Construction = {
  /** The place of the name that is written there. */
  readonly offset: number;
  readonly length: number;
  /** The constructors that may be called, or the class; one symbol, unless the confidence is `name`. */
  readonly declarations: readonly Declaration[];
  readonly confidence: "exact" | "likely" | "name";
};

/** The constructions to search for in a file. */
export type ConstructionOptions = {
  /** The names of classes and fields that may be written where the constructors are called; undefined for any. */
  readonly names?: ReadonlySet<string>;
  /** Function → its parameters whose arguments are looked at: they may be converted; undefined for any. */
  readonly takers?: ReadonlyMap<string, ReadonlySet<number>>;
  /** Offsets; the whole file by default. */
  readonly start?: number;
  readonly end?: number;
  /**
   * `classes` has the class that is made instead of its constructor, which it need not declare. `destructors` has the calls by
   * `delete`, and `ends` those at the end of local variables, each at the name of the variable.
   */
  readonly of: "constructors" | "destructors" | "ends" | "classes";
};

/** The calls of operators by their signs to search for. */
export type OperatorOptions = {
  /** The names of the operators, such as `operator<<`; undefined for any. */
  readonly names?: ReadonlySet<string>;
  /** Offsets; the whole file by default. */
  readonly start?: number;
  readonly end?: number;
};

/** The resolution of one language over an index. Rules that are switched off are ids in `off`. */
export type Resolver = {
  /** Begins with the names of another call, which has steps of its own where names of a call are bounded together. */
  startCall?(): void;
  /** The target of the name at an offset of the text. */
  resolve(open: OpenFile, offset: number): Resolution;
  /** All declarations and definitions of the symbol that a declaration is one of: definitions first. */
  symbolOf(declaration: Declaration): readonly Declaration[];
  /**
   * The symbols that a declaration may be of, if that is not known: functions of one name, for one that a macro declares; for a method
   * the methods that it may implement, or that may implement it. A language without both leaves this out.
   */
  mayDeclare?(declaration: Declaration, open?: OpenFile): readonly Declaration[];
  /**
   * The types that a file says, outside of their declarations, to implement an interface of a name. A language whose types name
   * what they implement leaves this out.
   */
  implementersIn?(file: IndexedFile, name: string): readonly Declaration[];
  /**
   * The members that the name of a declaration may use, too: a key of an object may be a member of the type that the object has to
   * be of, and the name of a pattern may name a field and a variable at once. A rename does not take them along. A language without such
   * names leaves this out.
   */
  mayUse?(declaration: Declaration, open?: OpenFile): readonly Declaration[];
  /** True if a symbol has all declarations of its name in its scope, so that no other one of the file has to keep its name. */
  readonly mergesNames?: boolean;
  /** True for a name that is a key and the name of a value at once, as of `{ size }`: a rename of one would change the other. */
  isShorthand?(open: OpenFile, offset: number): boolean;
  /**
   * The functions that have to keep the name of one and are other symbols: the explicit specializations of its template, or the
   * template that it specializes. A language without them leaves this out.
   */
  specializationsWith?(declaration: Declaration): readonly Declaration[];
  /**
   * The declarations that have to keep the name of one because a field is named by the type that it embeds: of a type such fields, of
   * a field the type. A language without them leaves this out.
   */
  embeddedWith?(declaration: Declaration): readonly Declaration[];
  /** The uses and declarations that rules do not find and that have the name of a declaration; undefined for none. */
  notFollowed?(declaration: Declaration): string | undefined;
  /** True for a member that replaces one of any kind in the bases of its class, if the traits of the language do not say so. */
  replacesMembers?(member: Declaration): boolean;
  /** True if the names in an import, other than the path of a file, are names that `resolve` knows. */
  readonly namesImports?: boolean;
  /**
   * The methods of interfaces that a method may implement, since its type does not name what it implements. A language whose types
   * name it leaves this out.
   */
  implementedBy?(method: Declaration): readonly Declaration[];
  /** The function whose result a parameter gets because of its name: a fixture of a test. */
  givenBy?(parameter: Declaration): Declaration | undefined;
  /**
   * The classes of a call that may run the constructor of one of them, or of a class that derives from one, for a name in the call:
   * `size` of `cls(size=1)`. None for other names. A language whose calls do not name parameters leaves this out.
   */
  openClassesAt?(open: OpenFile, offset: number): readonly Declaration[];
  /**
   * The members that a name means with values that derived classes give to what its object comes from, and the ones that it
   * resolves to. A language whose derived classes change no types leaves this out.
   */
  membersThroughDerived?(open: OpenFile, offset: number): readonly Declaration[];
  /** The bases of a class in the order of its head. Undefined for languages whose bases are not known. */
  basesOf?(declaration: Declaration): readonly Base[];
  /**
   * The class that a declaration is another name of, as a base with this name would be: a typedef, a using or a macro,
   * or `B = A`. Undefined for other declarations.
   */
  aliased?(declaration: Declaration): Base | undefined;
  /**
   * The declarations that a name means as an attribute of a module, through its imports and what these import: none if they lead out
   * of the code base. A language without modules leaves this out.
   */
  inModule?(module: IndexedFile, name: string): readonly Declaration[];
  /** The uses of macros that make a name of their arguments. A language without macros leaves this out. */
  madeNamed?(name: string): readonly Declaration[];
  /**
   * The uses of macros, of some that make a name, that declare it in a scope whose braces include their file. A language without
   * macros leaves this out.
   */
  usesInScopes?(
    uses: readonly Declaration[],
    name: string,
    isMeant: (scope: Declaration) => boolean,
  ): readonly Declaration[];
  /** The uses of macros that write a member of a name into the classes with the name of `holder`. */
  writtenNamed?(name: string, holder: string): readonly Declaration[];
  /**
   * The order in which members of a class are looked up, from the class on: classes from outside by their names. Undefined
   * for languages without one.
   */
  linearized?(declaration: Declaration): readonly (Declaration | string)[];
  /** The names that may be written at a place: see SeenNames. The text of the file need not be correct there. */
  namesAt(open: OpenFile, place: NamePlace): SeenNames;
  /**
   * The type of what a declaration of the open file declares, of a function that of its result; undefined if it is not
   * known. A language without types leaves this out.
   */
  typeOf?(open: OpenFile, declaration: Declaration): KnownType | undefined;
  /**
   * The calls of constructors, or of destructors, in a file, in source order: calls are left out if the class declares
   * none. A language without constructors leaves this out.
   */
  constructions?(open: OpenFile, options: ConstructionOptions): readonly Construction[];
  /**
   * The calls of operators by their signs in a file, in source order, each at its sign. A language that declares no operators
   * leaves this out.
   */
  operatorCalls?(open: OpenFile, options: OperatorOptions): readonly Construction[];
  /**
   * The calls of special methods of some names in a file by the syntax that runs them, if the class of the object is known. A language
   * without such methods leaves this out.
   */
  specialCalls?(open: OpenFile, names: ReadonlySet<string>): readonly SpecialCall[];
  /**
   * The calls in a file of the values that variables, parameters, results, attributes and containers hold there, in
   * source order, with calls of functions that are called by their own names. A language whose values are not followed
   * leaves this out.
   */
  valueCalls?(open: OpenFile): readonly ValueCall[];
  /**
   * The functions that go through parameters of a file. With `withParameters` also what other files may pass for them: its calls, and
   * where it is passed on. A language whose values are followed only in one file leaves this out.
   */
  passedValues?(open: OpenFile, withParameters: boolean): PassedValues;
  /** The functions that a file replaces by others, as tests do. A language whose functions are not replaced leaves this out. */
  replacements?(open: OpenFile): readonly Replacement[];
  /**
   * The reach of a class with one of some names, each once, as a value of a file. A language that does not pass classes on leaves
   * this out.
   */
  reachOfClass?(open: OpenFile, names: readonly string[]): ReachOfClass;
  /** The parameters of a function of the open file, in source order; undefined for what is not a function. */
  parametersOf?(open: OpenFile, declaration: Declaration): readonly ParameterText[] | undefined;
  /**
   * The ways in which a function of the open file may be called, with its overloads; undefined if that is not known, as with a
   * decorator that may change the parameters. A language whose calls are not compared with parameters leaves this out.
   */
  callShapesOf?(open: OpenFile, declaration: Declaration): readonly CallShape[] | undefined;
};

export type ResolverOptions = {
  readonly index: CodeIndex;
  readonly off?: ReadonlySet<string>;
  /** The text of a file of the index; undefined if it cannot be read. Without it, what only texts tell is not known. */
  readonly textOf?: (path: string) => string | undefined;
  /** The rules by which imports name files, for a language without rules of its own; undefined if that is not known. */
  readonly dependencies?: DependencyFinder | undefined;
  /** The rules of types in language.json; undefined if it has none. */
  readonly types?: TypeRules | undefined;
};

/**
 * The data that a language gives to code for all languages. Input: the traits file of a language; output: the kinds, modifiers,
 * words and rules that the index, the edits and the answers ask for.
 */
import type { DeclarationKind } from "../facts/declaration-facts.ts";
import type { symbolKinds } from "../syntax/symbol-kinds.ts";
import type { LanguageWords } from "./completions/language-words.ts";
import type { HandingRules } from "./handing-places.ts";
import type { TypeRules } from "./reference-types.ts";

export type SymbolKind = (typeof symbolKinds)[number];

/** The ways in which code gets the class of an object, to call it. */
type ClassValueRules = {
  /** The names by which methods know their class, as a rule. */
  readonly inMethods: readonly string[];
  /** Matches a text that asks for the class of an object, for whatever. */
  readonly asked: RegExp;
  /** Matches a text with a function whose result is the class of an object. */
  readonly returned: RegExp;
  /** Matches a text that calls the class of an object, or its constructor. */
  readonly called: RegExp;
  /** Such a text has one of these words. */
  readonly wordsOfCalls: readonly string[];
};

/** The data of a language in the index, apart from its rules of resolution. */
export type LanguageTraits = {
  readonly name: string;
  /** Undefined if queries tell the kinds of declarations, and nothing of access. */
  readonly symbolKinds?: readonly KindRule[];
  /** In the order of answers. */
  readonly modifiers: readonly ModifierRule[];
  readonly documentation: DocRules;
  /** Undefined if tags.scm says what names do. */
  readonly references?: TypeRules;
  /** Undefined if it is not known which places hand a function over. */
  readonly handing?: HandingRules;
  /** The class of an object as a value; undefined for a language that does not have it, or whose values are not followed. */
  readonly classValues?: ClassValueRules;
  readonly words: LanguageWords;
  /** True if only a virtual member can be overridden, and only by one with as many parameters. */
  readonly declaresOverriding: boolean;
  /**
   * The names of members that replace one of the same name, of any kind, in the bases of their class: an object has only one of them.
   * Undefined if only functions do.
   */
  readonly replacingNames?: RegExp;
  /** True if all declarations of a name in one scope, imports among them, bind one variable. */
  readonly bindsOncePerScope: boolean;
  /** True if a value may have one of several types, each with a member of its own: `x: A | B`. */
  readonly hasUnions: boolean;
  /** True if the name of an abstract method stands for nothing that runs: a pure virtual function. */
  readonly hasPureMethods: boolean;
  /** True if the head of a class has words before its bases: `public virtual`. */
  readonly hasWordsBeforeBases: boolean;
  /** Matches the text before the name of a member; undefined if such a name may be a function outside of classes: `module.run`. */
  readonly beforeMember?: RegExp;
  /** True if what several files declare outside of functions is one symbol, without an import. */
  readonly isLinked: boolean;
  /** The members of objects of common libraries: the name of one does not identify a class. */
  readonly commonMembers?: ReadonlySet<string>;
  /** The names of methods that syntax runs, for any object. */
  readonly specialMethods?: ReadonlySet<string>;
  /** Matches the text of a function that has a function inside: as a decorator it gives that one to who calls the decorated function. */
  readonly wrapping?: RegExp;
  /** True if a call may name a parameter, as in `f(size=1)`. */
  readonly namesArguments: boolean;
  /** The names of the methods of a class that get the arguments of a call which makes an object; undefined if only one does. */
  readonly makers?: ReadonlySet<string>;
  /** Heads of classes in functions, with what they derive from: of bounded length, since any text is searched. */
  readonly localClassHeads?: RegExp;
  /** The namespaces of the standard library, to which code may add. */
  readonly libraryNamespaces?: ReadonlySet<string>;
  /**
   * Names of functions that a statement or a program calls without writing them, if a class or a scope has all of a row, and the file
   * a text. With `isOutermost` only functions outside of namespaces and classes.
   */
  readonly impliedCalls?: readonly {
    readonly names: readonly string[];
    readonly by: string;
    readonly inText?: RegExp;
    readonly isOutermost?: boolean;
  }[];
  /**
   * The names of functions that a framework runs for each test of their class, or of their file; undefined if none are known. A fixture
   * whose head has `inHead` runs for all tests that see it: also for the ones of other files below the folder of `ofFolder`.
   */
  readonly aroundTests?: {
    readonly ofClass: ReadonlySet<string>;
    readonly ofFile: ReadonlySet<string>;
    readonly inHead: RegExp;
    readonly ofFolder: string;
  };
  /** The texts around a word of a string that make it a name for the running program, as in `getattr(a, "size")`. */
  readonly namesInStrings?: readonly { readonly before: RegExp; readonly after: RegExp }[];
  /** The program that passes values to tests by the names of parameters, and the decorators of such tests. */
  readonly requests?: { readonly by: string; readonly decorators: RegExp };
  /** The text before a name of a member of the own object, `self.`, and the functions by which a class gives members of any name. */
  readonly ownMembers?: { readonly before: RegExp; readonly givenBy: ReadonlySet<string> };
  /** The end of a path through modules and classes before a name in a string: `pkg.shapes.` of "pkg.shapes.Circle". */
  readonly pathsInStrings?: RegExp;
  /** The rule of a member whose object is known only by what functions without declared results return. */
  readonly resultRule?: string;
  /**
   * The kinds of nodes of a table in the body of a class, whose strings may name members of the class for the running program, such as
   * `_fields_ = [("size", c_int)]`: from the string to the class.
   */
  readonly memberTables?: { readonly within: ReadonlySet<string>; readonly classKind: string };
  /**
   * The texts that look up names which the program makes: of members of an object, which is the group `object`, of the variables of the
   * module that a text is in, and of another module, which is the group `module` or `other`; and the words that files with the first and
   * the last ones have. `own` are objects of the class around, and `imports` the statements whose first group has imported names.
   */
  readonly computedNames?: {
    readonly ofMembers: RegExp;
    readonly own: RegExp;
    readonly imports: RegExp;
    readonly memberWords: readonly string[];
    readonly ofOwnModule: RegExp;
    readonly ofModule: RegExp;
    readonly words: readonly string[];
    /** Matches a look-up of a member, as `ofMembers` does, with the beginning of the text or the name of a variable after it. */
    readonly lookUp: RegExp;
    /** Match an expression that makes a name of a text, with the beginning of the name as `head`, or its end as `tail`. */
    readonly beginning: RegExp;
    readonly ending: RegExp;
  };
  /** The kind of an indented block of statements, and the statement of one that does nothing, for a language without braces. */
  readonly indentedBlock?: { readonly kind: string; readonly emptyStatement: string };
  /** The ending of files that only declare and never run; undefined for a language without such files. */
  readonly stubEnding?: string;
  /** The names of modules, if a file is a module whose name comes before the names of its declarations. */
  readonly modules?: { readonly extension: string; readonly packageFile: string };
};

/** A refinement of the kind of a declaration; the first one of its language that applies counts. */
export type KindRule = {
  readonly of: DeclarationKind;
  /** The name matches it. */
  readonly name?: RegExp;
  /** One of these flags is set. */
  readonly flags?: number;
  /** True for members of classes only. */
  readonly isMember?: true;
  /** True when it has the name of the class that it is a member of. */
  readonly isNamedAsClass?: true;
  /** True for what takes arguments: macros. */
  readonly takesArguments?: true;
  readonly kind: SymbolKind;
};

/** Rules of languages whose functions and variables in classes are methods and fields. */
export const memberKinds: readonly KindRule[] = [
  { of: "function", isMember: true, kind: "method" },
  { of: "variable", isMember: true, kind: "field" },
];

/** A modifier, told by a flag of the declaration, or by a pattern of its signature without the content of brackets. */
export type ModifierRule = { readonly name: string; readonly flag?: number; readonly pattern?: RegExp };

/** The place of documentation in a language: comments above a declaration, or strings inside of it. */
export type DocRules = {
  /** A text without it has no comment. */
  readonly comment: RegExp;
  /** Matches all comments of a text, and as `doubt` the signs with which only a parser knows them; undefined if it always has to. */
  readonly comments?: RegExp;
  readonly areComments: boolean;
  /** True for a language whose preprocessor joins lines that end with a backslash. */
  readonly joinsLines?: boolean;
  /** The kinds of a body, of the statement that it begins with, and of the strings that this statement may be. */
  readonly string?: { readonly body: string; readonly statement: string; readonly kinds: ReadonlySet<string> };
};

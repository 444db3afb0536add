/**
 * The facts of one declaration. Input: nothing; output: the kinds and flags of declarations, the names of kinds without one of their
 * own, and the hash that parameters are compared by.
 */

/**
 * The kind of a declaration. Names follow LSP's SymbolKind where it has one; `import`, `include`, `using` and
 * `using_namespace` bring names of other places into a scope. Kinds from `module` on belong to languages without rules
 * of their own: their queries give what rules of other languages express by flags and parents. A `lazy_import` is one
 * inside of a function, as it is known of a file that is not open: it has no name, and says which file is needed. A
 * `pasting` is a part of a macro of C++: its name is `pastingName`, and it says which names the macro makes of its arguments; or
 * `handingName`, and the places of arguments that it hands on as functions: `2` of `check(#name, &run)`; or `scopingName`, and the
 * places of arguments that it writes after a scope: `0:Color` of `case Color::n:`. A
 * `macro_use` is a use of a macro between declarations, whose name is the macro with one of the arguments at its place:
 * `FLAG(,verbose)`; the last of several arguments of a macro whose name says that it declares is one by itself, too: `(verbose)`.
 * A `macro_member` is what the replacement of a macro declares by a name of its own, if the macro is used in a class: its name is
 * `##Ptr`; or the use of another macro in it, whose name is `##` and that macro.
 * An `undefinition` is an `#undef` of C++, whose name is the directive with one blank: `#undef MACRO`.
 */
export const declarationKinds = [
  "namespace",
  "class",
  "struct",
  "union",
  "enum",
  "enum_member",
  "alias",
  "concept",
  "type_parameter",
  "function",
  "field",
  "property",
  "variable",
  "parameter",
  "macro",
  "label",
  "include",
  "using",
  "using_namespace",
  "namespace_alias",
  "import",
  "star_import",
  "module",
  "interface",
  "method",
  "constructor",
  "operator",
  "constant",
  "event",
  "lazy_import",
  "pasting",
  "macro_use",
  "undefinition",
  "macro_member",
] as const;

/** The name of each pasting, and a word of the files that may have one: see `joiningSign`. */
export const pastingName = "##()";

/** The name of what says which arguments of a macro are functions that it calls, or whose addresses it takes. */
export const handingName = "&()";

/** The name of what says which arguments of a macro are names of a scope that it writes. */
export const scopingName = "::()";

/**
 * A word of the files, in a language with macros, whose text joins words: such a file may declare names that it has only in parts. A
 * file that defines a macro with parameters has `pastingName` as a word.
 */
export const joiningSign = "##";

/** The sign before the name of a macro member: a lookup of the name does not find it. */
export const macroMemberSign = "##";

export type DeclarationKind = (typeof declarationKinds)[number];

/** Further properties of a declaration: a set of bits. */
export const DeclarationFlag = {
  /** It has no body or value, and may be defined elsewhere: `void f();`, `extern int x;`, `static int x;` of a class. */
  declared: 1,
  /** `class A;`, which only says that there is one. */
  forward: 2,
  static: 4,
  virtual: 8,
  /** Of Python: a variable or a field whose value is a lambda, which runs when the name is called. It is the bit of `virtual`. */
  lambda: 8,
  /** `= 0`, @abstractmethod. */
  abstract: 16,
  /**
   * Of a language as data: the field is named by the type that it embeds, whose members it gives.
   * Members of an inline or anonymous namespace, or of an anonymous struct or union, are members of its parent, too.
   */
  transparent: 32,
  /** Seen in its own file only: in an anonymous namespace, or static outside of classes. */
  internal: 64,
  /** Of Python: a fixture of pytest, and a parameter that one of its name may be passed for. It is the bit of `internal`. */
  fixture: 64,
  friend: 128,
  /** Of Python: an import below `if __name__ == "__main__":`, which importing its file does not run. It is the bit of `friend`. */
  ofMain: 128,
  /** @property, @cached_property: calling it is reading it. */
  property: 256,
  /** Of Python. */
  classmethod: 512,
  /** Of a language as data: other files may import it, or, of an import, it gives the name to other files. It is the bit of `classmethod`. */
  exported: 512,
  /**
   * Of C++: a function that may be called on what is `const`, and a variable, a field or a parameter whose type is written with
   * it. It is the bit of `classmethod`: a larger number would take 8 bytes in a segment.
   */
  const: 512,
  /** It is under `if TYPE_CHECKING:`. */
  typing: 1024,
  /**
   * Of C++: a function that specializes a template for arguments which its parameters do not name, `float parse<float>(Text)`:
   * its `parameters` are a hash of both. It is the bit of `typing`.
   */
  specialized: 1024,
  /** Neither is set where access is public. */
  protected: 2048,
  private: 4096,
  /** `enum class`: its members are not members of its parent. */
  scoped: 8192,
  /**
   * Of Python: it is in a branch that no Python of today takes: `if sys.version_info < (3,):`. It is the bit of
   * `scoped`.
   */
  excluded: 8192,
  /** @overload, and the like: one of several that are one symbol with the next of this name. */
  overload: 16384,
  /**
   * Of C++: an include or a declaration in one branch of an `#if` while another branch includes a library, and a macro that is all
   * of `#ifndef X`, which a library or a build may define. It is the bit of `overload`.
   */
  substitute: 16384,
  /** It is seen only inside the function around it: between `scopeStart` and `scopeEnd`. */
  local: 32768,
  /**
   * It is where a common build or run does not come: in a branch of the preprocessor such as `#if 0` or for another
   * platform, in an `except` clause instead of a missing import.
   */
  unlikely: 65536,
  /** `async def`: calling it gives what can be awaited. */
  async: 131072,
  /**
   * Of C++: it is in a branch that is unlikely because it is for another platform, an old version of a library, or none, and not
   * because nothing defines a macro of the code base. It is the bit of `async`.
   */
  foreign: 131072,
} as const;

/**
 * A declaration as a file says it, by itself: a definition, or what brings a name into a scope. Offsets count UTF-16 code
 * units of the file; lines and columns are 1-indexed, a column in UTF-16 code units.
 */
export type DeclarationFact = {
  /** The last part of the name; of an include what is between the quotes; "" for an anonymous namespace or struct. */
  readonly name: string;
  readonly kind: DeclarationKind;
  /** Bits of DeclarationFlag. */
  readonly flags: number;
  /** Of the name. */
  readonly line: number;
  readonly column: number;
  /** The last line of the declaration. */
  readonly endLine: number;
  /** The offset of the name. */
  readonly at: number;
  /** The offset of the statement: with `template <…>`, decorators, and the text before the name. */
  readonly start: number;
  /** The offset where the body begins, or else the end. */
  readonly headEnd: number;
  /** The offset after its last character. */
  readonly end: number;
  /** Index of the declaration that contains it, in the file; -1 for none. It always comes earlier. */
  readonly parent: number;
  /** The qualifier of its name: `A::B` of `void A::B::f() {}`; "" for none. */
  readonly qualifier: string;
  /**
   * The source of its type, as text on one line, "" for unknown:
   *
   * - of a variable, a field, a parameter: the declared type or annotation; after `=` an expression that its
   *   type is that of (`=Foo(1)`), `=*` for an item of the expression (of a loop), `=N*` with a number for a part of an
   *   item, `=N.M*` for a part of that, `=N.` for a part of the expression; `@N` for the class without a name that is
   *   declaration N of the file (`struct {} x;`)
   * - of a function the declared type of its result; after `=` an expression of that type, where it declares
   *   none
   * - of a class its bases, separated by `, `
   * - of an alias, a using, an import (lazy or not), or a namespace alias what it stands for: of an import `module`
   *   or `module:name`, with the dots of a relative one
   * - of a type parameter its default, in Python its bound
   * - of an include `<>` when it is written so; of a macro what it is replaced by, "" when that is long
   * - of an undefinition "?" where a condition decides on it that may hold or not
   * - of a macro member its kind and its type, with `#1` for the first argument of the macro: `alias ptr<#1>`; of the use of
   *   another macro `macro` and the arguments: `macro #1,int`
   * - of a macro use that is one argument by itself, the macro
   * - of a pasting the names that it makes, separated by blanks: `get_<1>` with the first argument for `<1>`
   */
  readonly type: string;
  /**
   * Of a function, a macro member or a macro, the least and the most arguments of a call (without self); `most` is -1 for any number.
   * Of a template of C++ that is a class or a variable, the arguments that it takes except a pack, as `most`.
   * Of a member of a type without a name, in a language as data, the offset of this type, as `least`.
   * Of an import or an include, the lines from the beginning of its statement to its name, as `least`.
   */
  readonly least: number;
  readonly most: number;
  /**
   * A hash of 16 bits of its parameters' types as they are written, which tells overloads apart; 0 for none, and with any number of
   * arguments for a function whose parameters are not known, since a macro of C++ declares it. Of a macro 0
   * when it has no parameters, of a class or variable that is a specialization a hash of its template arguments, with further
   * bits of it as `least` and `most`.
   */
  readonly parameters: number;
  /** The offsets between which a local is visible. Both are 0 for others. */
  readonly scopeStart: number;
  readonly scopeEnd: number;
};

/** The parts of a fact about a name without a qualifier, a type, parameters and a scope. */
export const bareFact = {
  qualifier: "",
  type: "",
  least: 0,
  most: 0,
  parameters: 0,
  scopeStart: 0,
  scopeEnd: 0,
} as const;

/** The `parameters` of a declaration for a hash of 32 bits: 16 bits, never 0. */
export function parameterHash(hash: number): number {
  return (hash ^ (hash >>> 16)) & 0xffff || 1;
}

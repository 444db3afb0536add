/**
 * Words of C++ with a role in the shape of a declaration. Input: a word; output: its role as a number, and sets of roles that rules ask
 * for.
 */
import { wordList } from "../../../base/word-list.ts";

/** The roles of a word in the shape of a declaration; `name` is everything that is not a keyword. */
export const Word = {
  name: 0,
  classKey: 1,
  enumKey: 2,
  namespace: 3,
  template: 4,
  /** A keyword that is a type or a part of one. */
  type: 5,
  /** A keyword that can precede a type in a declaration. */
  specifier: 6,
  cv: 7,
  access: 8,
  operator: 9,
  using: 10,
  typename: 11,
  /** The words that can follow a parameter list. */
  trailing: 12,
  /** Starts a statement, never a declaration. */
  statement: 13,
  /** An operand or an operator spelled as a word. */
  expression: 14,
  elseOrCatch: 15,
  /** `__attribute__`, `__declspec`, …: blanked with the parentheses that follow. */
  attribute: 16,
  /** Vendor keywords without a meaning for the shape: `__cdecl`, `__restrict`, … */
  vendor: 17,
  requires: 18,
  asm: 19,
  enclosed: 20,
  concept: 21,
  friend: 22,
  alignas: 23,
  typedef: 24,
  extern: 25,
  module: 26,
} as const;

/** Words without which a text defines no class, enumeration, namespace or alias. */
export const definingWords: ReadonlySet<number> = new Set([
  Word.classKey,
  Word.enumKey,
  Word.namespace,
  Word.typedef,
  Word.using,
]);

const spellings: readonly (readonly [number, string])[] = [
  [Word.classKey, "class struct union"],
  [Word.enumKey, "enum"],
  [Word.namespace, "namespace"],
  [Word.template, "template"],
  [
    Word.type,
    "void bool char short int long float double signed unsigned auto wchar_t char8_t char16_t char32_t decltype __int64 __int128 __typeof__ __typeof typeof",
  ],
  [
    Word.specifier,
    "static inline virtual explicit constexpr consteval constinit mutable register thread_local __inline __inline__",
  ],
  [Word.extern, "extern"],
  [Word.typedef, "typedef"],
  [Word.friend, "friend"],
  [Word.cv, "const volatile"],
  [Word.access, "public private protected"],
  [Word.operator, "operator"],
  [Word.using, "using"],
  [Word.typename, "typename"],
  [Word.trailing, "override final noexcept"],
  [Word.requires, "requires"],
  [Word.concept, "concept"],
  [
    Word.statement,
    "if for while switch do return case default goto break continue try throw co_return co_yield co_await static_assert",
  ],
  [Word.elseOrCatch, "else catch"],
  [
    Word.expression,
    "this nullptr true false new delete sizeof alignof typeid and or not xor bitand bitor compl and_eq or_eq xor_eq not_eq const_cast static_cast dynamic_cast reinterpret_cast",
  ],
  [Word.attribute, "__attribute__ __attribute __declspec _Pragma __pragma"],
  [Word.alignas, "alignas _Alignas"],
  [
    Word.vendor,
    "__cdecl __stdcall __fastcall __thiscall __vectorcall _cdecl _stdcall _fastcall _thiscall _vectorcall _forceinline __clrcall __restrict __restrict__ __extension__ __forceinline __thread __ptr64 __ptr32 __unaligned __w64 _Nonnull _Nullable _Null_unspecified __volatile__ __volatile __const __signed__ __interrupt __far __near __huge",
  ],
  [Word.asm, "asm __asm__ __asm _asm"],
  [Word.enclosed, "__has_include __has_attribute"],
  [Word.module, "module import export"],
  // A name in C++, a keyword in the grammar.
  [Word.name, "noreturn"],
];

export const keywords: ReadonlyMap<string, number> = new Map(
  spellings.flatMap(([kind, words]) => wordList(words).map((word): [string, number] => [word, kind])),
);

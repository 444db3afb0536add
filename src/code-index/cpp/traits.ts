/**
 * The traits of C++ and C for code that serves several languages. Input: none; output: the tables of traits.
 */
import { wordList } from "../../base/word-list.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import { type LanguageTraits, type ModifierRule, memberKinds } from "../language-traits.ts";
import { cppWords, cWords } from "./completion-words.ts";
import { cppHanding } from "./handing.ts";
import { cppReferences } from "./reference-types.ts";

const { static: staticFlag, virtual, abstract, scoped, friend } = DeclarationFlag;

/** A word of a signature before the parameters. */
const before = (name: string): ModifierRule => ({ name, pattern: new RegExp(`^[^()]*\\b${name}\\b`) });
/** A word after the parameters. */
const behind = (name: string): ModifierRule => ({ name, pattern: new RegExp(`\\).*\\b${name}\\b`) });

/** The functions that a program begins with, or a library. */
const programStarts = wordList("main wmain WinMain wWinMain DllMain LLVMFuzzerTestOneInput").map((name) => ({
  names: [name],
  by: "the start of a program",
  isOutermost: true,
}));

export const cppTraits: LanguageTraits = {
  name: "cpp",
  symbolKinds: [
    { of: "function", name: /^operator(?![\p{L}\p{N}_])/u, kind: "operator" },
    { of: "function", name: /^~/, kind: "constructor" },
    { of: "function", isNamedAsClass: true, kind: "constructor" },
    ...memberKinds,
    { of: "macro", takesArguments: true, kind: "function" },
  ],
  modifiers: [
    before("extern"),
    { name: "static", flag: staticFlag },
    ...wordList("thread_local inline constexpr consteval constinit explicit mutable").map(before),
    { name: "friend", flag: friend },
    { name: "virtual", flag: virtual },
    { name: "abstract", flag: abstract },
    // A `const` after the arrow is of the type of the result.
    { name: "const", pattern: /\)(?:(?!->).)*\bconst\b/ },
    ...["noexcept", "override", "final"].map(behind),
    { name: "final", pattern: /^(?:template )?(?:class|struct)\b[^:]*\bfinal\b/ },
    { name: "scoped", flag: scoped },
    { name: "default", pattern: /\)[^=]*= ?default\b/ },
    { name: "delete", pattern: /\)[^=]*= ?delete\b/ },
  ],
  documentation: {
    comment: /\/[/*]/,
    comments: /\/\/[^\n\\]*(?=\n|$)|\/\*[\s\S]*?\*\/|(?<doubt>\/[/*]|["'\\#])/g,
    areComments: true,
    joinsLines: true,
  },
  references: cppReferences,
  handing: cppHanding,
  words: cppWords,
  declaresOverriding: true,
  bindsOncePerScope: false,
  hasUnions: false,
  hasPureMethods: true,
  hasWordsBeforeBases: true,
  // Three points are of a range or a pack.
  beforeMember: /(?:->|(?<!\.)\.)\s*$/,
  isLinked: true,
  namesArguments: false,
  libraryNamespaces: new Set(["std"]),
  impliedCalls: [
    { names: ["begin", "end"], by: "for (… : …)" },
    { names: ["await_ready", "await_suspend", "await_resume"], by: "co_await" },
    { names: ["get_return_object", "initial_suspend", "final_suspend"], by: "a coroutine" },
    ...programStarts,
  ],
  localClassHeads: /\b(?:class|struct)\s[^;:{}()=]{0,200}:([^;:{}()][^;{}()]{0,500})\{/g,
};

/** C, which has the declarations of C++ without classes and namespaces. */
export const cTraits: LanguageTraits = {
  ...cppTraits,
  name: "c",
  symbolKinds: [
    { of: "variable", isMember: true, kind: "field" },
    { of: "macro", takesArguments: true, kind: "function" },
  ],
  words: cWords,
  declaresOverriding: false,
  hasPureMethods: false,
  libraryNamespaces: new Set(),
  impliedCalls: programStarts,
};

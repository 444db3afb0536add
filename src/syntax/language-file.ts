/**
 * The schema of language.json, the file that makes a folder a language. Input: its JSON; output: checked data with
 * defaults.
 */
import * as z from "zod";
import { unreadKinds } from "../base/unread-kinds.ts";
import { CommentSigns, signsLikeC } from "./comment-signs.ts";
import { ImportRules } from "./import-rules.ts";
import { MetricRules } from "./metric-rules.ts";
import { SymbolRules } from "./symbol-rules.ts";

/** The path to names inside declarators, for grammars that nest them. */
const Declarators = z.strictObject({
  /** Fields that lead inwards, tried in this order. */
  fields: z.array(z.string()),
  /** Node kinds without such a field, whose first or last named child leads inwards. */
  first_child: z.array(z.string()).default([]),
  last_child: z.array(z.string()).default([]),
  /** A function's declarator passes one of these kinds; one that does not is not a function. */
  functions: z.array(z.string()),
  /** Node kinds that are a name themselves, with the field before which it ends: `operator bool` of `operator bool()`. */
  whole_names: z.record(z.string(), z.string()).default({}),
  /** Node kinds that make an object of the function around them: `*` of `int (*f)()`. */
  objects: z.array(z.string()).default([]),
  /** The field that holds what a name is qualified with. */
  scope: z.string().optional(),
});

/** The entry of `refused_nodes` for a kind: the message, and the kind of a child with which it is valid. */
const RefusedNode = z.strictObject({ node: z.string(), unless_child: z.string().optional(), message: z.string() });

/**
 * Macros that an ordinary compiler of the language defines, and macros that it does not define: macros of other
 * languages that read the same files, and of tools. Branches of `#if` that are left out so have no syntax errors.
 */
const Preprocessor = z.strictObject({
  defined: z.array(z.string()).default([]),
  undefined: z.array(z.string()).default([]),
});

/** Files that have an extension of the language and can be of one near it: their extensions, and what a line there begins with. */
const UnreadLines = z.strictObject({
  extensions: z.array(z.string().startsWith(".")),
  begin_with: z.array(z.string().regex(/^[@\w]+$/)).min(1),
});

/** The reading of patterns, which are pieces of code: see find_pattern. */
const Patterns = z.strictObject({
  /** Text around a pattern with which it may be a file; the first one with which it has no error is taken. */
  pattern_contexts: z
    .array(
      z.strictObject({
        before: z.string().default(""),
        after: z.string().default(""),
        /** The first words of patterns for which it comes before all others. */
        first_for: z.array(z.string()).default([]),
        /** True for a context that is not tried for a pattern which one before it reads as several nodes. */
        is_last: z.boolean().default(false),
        /** Kinds of patterns that are read in it, too: code that matches either reading is found. */
        also_for: z.array(z.string()).default([]),
      }),
    )
    .min(1),
  /** The end of a statement, which a pattern may lack. */
  pattern_end: z.string().optional(),
  /** Kinds of nodes that are the same to a reader, and that a grammar tells apart by their places. */
  alike: z.array(z.array(z.string()).min(2)).default([]),
  /** Kinds of nodes that begin and end strings, with either sort of quotes: both are the same to a reader. */
  delimiters: z.array(z.string()).default([]),
  /** Kind of node whose children are statements → the statement that does nothing, if it must have one. */
  emptied_lists: z.record(z.string(), z.string()).default({}),
  /** Kind of node that has a statement without braces → the statement that does nothing. */
  emptied_bodies: z.record(z.string(), z.string()).default({}),
  /** Patterns that an error shows. */
  pattern_examples: z.array(z.string()).default([]),
});

/** The shape of language.json. */
export const LanguageFile = z.strictObject({
  /** The name in answers, and the name of the folder. */
  name: z.string().regex(/^[a-z][a-z0-9_-]*$/),
  /** The name for people. */
  title: z.string(),
  /** Further words that people type for it, in lower case. A language with such a name comes first. */
  also_called: z.array(z.string()).default([]),
  /** The name in an index for other programs, as the enum Language of SCIP has it; the title by default. */
  scip_name: z.string().optional(),
  /** The WASM grammar, relative to the folder and inside of it. */
  grammar: z.string(),
  /** The extensions of its files, which folders are searched for. An exact match comes first, then one in lower case. */
  extensions: z.array(z.string().startsWith(".")).min(1),
  /** Programs that the first line of a script names, `#!/usr/bin/env python3`, without versions. */
  interpreters: z.array(z.string()).default([]),
  /** Kinds of files that are near the language and that its grammar cannot read → their extensions. */
  unread_extensions: z.partialRecord(z.enum(unreadKinds), z.array(z.string().startsWith("."))).default({}),
  /** Kinds of such files with an extension of the language → by what a line that does not parse shows them. */
  unread_lines: z.partialRecord(z.enum(unreadKinds), UnreadLines).default({}),
  /** The MIME type of its files, as resources give it. */
  mime_type: z.string().default("text/plain"),
  /** Keys of earlier versions, which are accepted and ignored: `extensions` decides which files are of the language. */
  default_patterns: z.unknown().optional(),
  scan: z.unknown().optional(),
  scanned_with: z.unknown().optional(),
  /** Node kinds that the grammar renamed: old kind → what to write in a query now. */
  renamed_nodes: z.record(z.string(), z.string()).default({}),
  /** Kinds of nodes that the grammar knows and the language refuses, such as statements of an older version. */
  refused_nodes: z.array(RefusedNode).default([]),
  declarators: Declarators.optional(),
  /** The separator between a name and the name of its parent. */
  scope_separator: z.string().default("."),
  /** The signs of its comments, which are left out of documentation; by default the signs of C. */
  comment_signs: CommentSigns.prefault(signsLikeC),
  symbols: SymbolRules.optional(),
  /** Names of files that say what a package offers: what they name is worth more in an overview. */
  package_files: z.array(z.string()).default([]),
  /** The rules for its measures; without them only lines are counted. */
  metrics: MetricRules.optional(),
  patterns: Patterns.optional(),
  /** The rules by which imports name files. */
  imports: ImportRules.optional(),
  /** A line among the first two that declares the encoding in its first group (PEP 263). */
  encoding_declaration: z.string().optional(),
  /** The start of files with an extension of the language that are another kind of text, such as the XML of Qt's translations. */
  other_text: z.string().optional(),
  /** The passes that mend gaps of the grammar in a file that it reads with errors, in this order. */
  rewrites: z
    .array(
      z.enum([
        "type_parameter_defaults",
        "format_specs",
        "starred_subscripts",
        "comments_after_decorators",
        "subscripted_annotations",
        "lines_in_brackets",
        "variance_annotations",
      ]),
    )
    .default([]),
  /** The known macros of its `#if`s; without it, no branch is left out. */
  preprocessor: Preprocessor.optional(),
  /** True if each function has a type before its name, so that the head of a macro is written with one. */
  typed_functions: z.boolean().default(false),
  /** True for a grammar that wants a line break after the last line of a file. */
  needs_final_line_break: z.boolean().default(false),
  /** The rules for finding bodies of functions by their text, so that scans for definitions can pass over them. */
  bodies: z.enum(["indentation"]).optional(),
  /**
   * The kinds of nodes that may hold a function which is in no other one. A match that begins with another kind is in one function or
   * in none, so that it does not depend on the bodies of others. Without them all bodies are read.
   */
  function_holders: z.array(z.string()).default([]),
  /** Kind of definition → words: every definition of the kind contains one. */
  definition_words: z.record(z.string(), z.array(z.string()).min(1)).default({}),
  /** Words with blanks between them that are never a name: what bears one is not a definition. */
  reserved_words: z.string().default(""),
  /** The folder of its queries, if it uses the queries of another language; relative to the folder and inside of it. */
  queries: z.string().default("."),
  /** Well-known macros and their roles, relative to the folder and inside of it. A language that has it is masked before it is parsed. */
  macros: z.string().optional(),
  /** Words with blanks between them that masking may write where the file has other text, and that begin or end a node there. */
  written_words: z.string().default(""),
  /**
   * Extensions of files that headers include: their `#define`s count as `#define`s of headers if they are next to
   * scanned files.
   */
  included_extensions: z.array(z.string().startsWith(".")).default([]),
  /**
   * Extensions of files that are read for the index if they list uses of macros: `kinds.def` of an X-macro, which is included where it
   * is wanted.
   */
  fragment_extensions: z.array(z.string().startsWith(".")).default([]),
  /** Names of files that say where imports begin, and are read for that: what was found out is forgotten when one changes. */
  settings_files: z.array(z.string()).default([]),
  /** Files of rules that rewrite its tokens before it is parsed, in this order, relative to the folder and inside of it. */
  rules: z.array(z.string()).default([]),
});

/** The contents of language.json. */
export type LanguageData = Readonly<z.infer<typeof LanguageFile>>;

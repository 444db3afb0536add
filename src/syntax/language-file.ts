/**
 * The schema of language.json, the file that makes a folder a language. Input: its JSON; output: checked data with
 * defaults.
 */
import * as z from "zod";
import { unreadKinds } from "../base/unread-kinds.ts";
import { CommentSigns, signsLikeC } from "./comment-signs.ts";
import { DeclaringWords } from "./declaring-words.ts";
import { ImportRules } from "./import-rules.ts";
import { MetricRules } from "./metric-rules.ts";
import { SymbolRules } from "./symbol-rules.ts";
import { TypeRules } from "./type-rules.ts";

/** The path to names inside declarators, for grammars that nest them. */
const Declarators = z.strictObject({
  fields: z.array(z.string()).describe("Fields that lead inwards, tried in this order"),
  first_child: z
    .array(z.string())
    .default([])
    .describe("Node kinds without such a field, whose first named child leads inwards"),
  last_child: z.array(z.string()).default([]).describe("The same, whose last named child leads inwards"),
  functions: z
    .array(z.string())
    .describe("A function's declarator passes one of these kinds; one that does not is not a function"),
  whole_names: z
    .record(z.string(), z.string())
    .default({})
    .describe(
      "Node kinds that are a name themselves, with the field before which it ends: `operator bool` of `operator bool()`",
    ),
  objects: z
    .array(z.string())
    .default([])
    .describe("Node kinds that make an object of the function around them: `*` of `int (*f)()`"),
  scope: z.string().optional().describe("The field that holds what a name is qualified with"),
});

/** The entry of `refused_nodes` for a kind: the message, and the children with which the language refuses it; all conditions must hold. */
const RefusedNode = z.strictObject({
  node: z.string().describe("The kind of node"),
  unless_child: z.string().optional().describe("The kind of a child with which it is valid"),
  child: z.string().optional().describe("The kind of a child without which it is valid"),
  last_child: z.string().optional().describe("The kind of the last child with which it is refused"),
  mixes: z
    .string()
    .optional()
    .describe(
      "A regular expression: it is refused if the texts of some children match, and the texts of others do not",
    ),
  message: z.string().describe("The message of the error"),
});

/** The nodes with which a line may begin, outside of brackets and without a backslash before it. */
const StatementLines = z.strictObject({
  within: z.array(z.string()).describe("Kinds of nodes whose children begin lines"),
  nodes: z.array(z.string()).describe("Kinds of nodes that begin lines"),
  tokens: z
    .array(z.string())
    .default([])
    .describe("Kinds of nodes with children that are one token: the text of a string"),
});

/**
 * Macros that an ordinary compiler of the language defines, and macros that it does not define: macros of other
 * languages that read the same files, and of tools. Branches of `#if` that are left out so have no syntax errors.
 */
const Preprocessor = z.strictObject({
  defined: z.array(z.string()).default([]).describe("Macros that an ordinary compiler of the language defines"),
  undefined: z
    .array(z.string())
    .default([])
    .describe("Macros that it does not define, of other languages and of tools"),
});

/** Files that have an extension of the language and can be of one near it: their extensions, and what a line there begins with. */
const UnreadLines = z.strictObject({
  extensions: z.array(z.string().startsWith(".")).describe("Their extensions"),
  begin_with: z
    .array(z.string().regex(/^[@\w]+$/))
    .min(1)
    .describe("The starts of lines that only such files have"),
});

/** The reading of patterns, which are pieces of code: see find_pattern. */
const Patterns = z.strictObject({
  pattern_contexts: z
    .array(
      z.strictObject({
        before: z.string().default("").describe("The text before the pattern"),
        after: z.string().default("").describe("The text after it"),
        first_for: z
          .array(z.string())
          .default([])
          .describe("The first words of patterns for which it comes before all others"),
        is_last: z
          .boolean()
          .default(false)
          .describe("True for a context that is not tried for a pattern which one before it reads as several nodes"),
        also_for: z
          .array(z.string())
          .default([])
          .describe("Kinds of patterns that are read in it, too: code that matches either reading is found"),
      }),
    )
    .min(1)
    .describe("Text around a pattern with which it may be a file; the first one with which it has no error is taken"),
  pattern_end: z.string().optional().describe("The end of a statement, which a pattern may lack"),
  alike: z
    .array(z.array(z.string()).min(2))
    .default([])
    .describe("Kinds of nodes that are the same to a reader, and that a grammar tells apart by their places"),
  delimiters: z
    .array(z.string())
    .default([])
    .describe("Kinds of nodes that begin and end strings, with either sort of quotes: both are the same to a reader"),
  declared_heads: z
    .array(z.string())
    .default([])
    .describe(
      "Kinds of nodes whose head begins with an expression and its `;`, or with a declaration that has its own",
    ),
  emptied_lists: z
    .record(z.string(), z.string())
    .default({})
    .describe("Kind of node whose children are statements → the statement that does nothing, if it must have one"),
  emptied_bodies: z
    .record(z.string(), z.string())
    .default({})
    .describe("Kind of node that has a statement without braces → the statement that does nothing"),
  scoped_calls: z
    .strictObject({
      kind: z.string().describe("The kind of node of a call"),
      prefixes: z.array(z.string()).min(1).describe("The scopes as patterns, with the sign after them"),
    })
    .optional()
    .describe("The scopes before the name of a function: a note names calls that have one which the pattern lacks"),
  bracketed: z
    .record(z.string(), z.string())
    .default({})
    .describe(
      "Kind of node → kind of its last child with brackets, which it has itself where code of another kind is in them",
    ),
  pattern_examples: z.array(z.string()).default([]).describe("Patterns that an error shows"),
});

/** The shape of language.json. */
export const LanguageFile = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_-]*$/)
    .describe("The name in answers, and the name of the folder"),
  title: z.string().describe("The name for people"),
  also_called: z
    .array(z.string())
    .default([])
    .describe("Further words that people type for it, in lower case. A language with such a name comes first"),
  scip_name: z
    .string()
    .optional()
    .describe("The name in an index for other programs, as the enum Language of SCIP has it; the title by default"),
  grammar: z.string().describe("The WASM grammar, relative to the folder and inside of it"),
  extensions: z
    .array(z.string().startsWith("."))
    .min(1)
    .describe(
      "The extensions of its files, which folders are searched for. An exact match comes first, then one in lower case",
    ),
  interpreters: z
    .array(z.string())
    .default([])
    .describe("Programs that the first line of a script names, `#!/usr/bin/env python3`, without versions"),
  unread_extensions: z
    .partialRecord(z.enum(unreadKinds), z.array(z.string().startsWith(".")))
    .default({})
    .describe("Kinds of files that are near the language and that its grammar cannot read → their extensions"),
  unread_lines: z
    .partialRecord(z.enum(unreadKinds), UnreadLines)
    .default({})
    .describe("Kinds of such files with an extension of the language → by what a line that does not parse shows them"),
  mime_type: z.string().default("text/plain").describe("The MIME type of its files, as resources give it"),
  default_patterns: z
    .unknown()
    .optional()
    .describe("A key of earlier versions, which is ignored: `extensions` decides which files are of the language"),
  scan: z.unknown().optional().describe("A key of earlier versions, which is ignored"),
  scanned_with: z.unknown().optional().describe("A key of earlier versions, which is ignored"),
  renamed_nodes: z
    .record(z.string(), z.string())
    .default({})
    .describe("Node kinds that the grammar renamed: old kind → what to write in a query now"),
  refused_nodes: z
    .array(RefusedNode)
    .default([])
    .describe("Kinds of nodes that the grammar knows and the language refuses, such as statements of an older version"),
  aligned_nodes: z
    .array(z.string())
    .default([])
    .describe(
      "Kinds of nodes whose statements begin in the same column, if each is the first of its line, where the grammar takes any column",
    ),
  statement_lines: StatementLines.optional().describe(
    "For languages whose statements end with their lines: where a line may begin outside of brackets without a backslash before it",
  ),
  declarators: Declarators.optional().describe("The path to names in declarators, for grammars that nest them"),
  scope_separator: z.string().default(".").describe("The separator between a name and the name of its parent"),
  comment_signs: CommentSigns.prefault(signsLikeC).describe(
    "The signs of its comments, which are left out of documentation; by default the signs of C",
  ),
  symbols: SymbolRules.optional().describe("The rules by which definitions become symbols"),
  package_files: z
    .array(z.string())
    .default([])
    .describe("Names of files that say what a package offers: what they name is worth more in an overview"),
  metrics: MetricRules.optional().describe("The rules for its measures; without them only lines are counted"),
  patterns: Patterns.optional().describe("The reading of patterns, which are pieces of code: see find_pattern"),
  imports: ImportRules.optional().describe("The rules by which imports name files"),
  types: TypeRules.optional().describe(
    "The rules by which types, members and packages are known, some of them in a JSON file whose path is `from`; without them members are known by name only",
  ),
  encoding_declaration: z
    .string()
    .optional()
    .describe("A line among the first two that declares the encoding in its first group (PEP 263)"),
  other_text: z
    .string()
    .optional()
    .describe(
      "The start of files with an extension of the language that are another kind of text, such as the XML of Qt's translations",
    ),
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
    .default([])
    .describe("The passes that mend gaps of the grammar in a file that it reads with errors, in this order"),
  preprocessor: Preprocessor.optional().describe("The known macros of its `#if`s; without it, no branch is left out"),
  typed_functions: z
    .boolean()
    .default(false)
    .describe("True if each function has a type before its name, so that the head of a macro is written with one"),
  needs_final_line_break: z
    .boolean()
    .default(false)
    .describe("True for a grammar that wants a line break after the last line of a file"),
  bodies: z
    .enum(["indentation"])
    .optional()
    .describe(
      "The rules for finding bodies of functions by their text, so that scans for definitions can pass over them",
    ),
  function_holders: z
    .array(z.string())
    .default([])
    .describe(
      "The kinds of nodes that may hold a function which is in no other one. A match that begins with another kind is in one function or in none, so that it does not depend on the bodies of others. Without them all bodies are read",
    ),
  definition_words: z
    .record(z.string(), z.array(z.string()).min(1))
    .default({})
    .describe("Kind of definition → words: every definition of the kind contains one"),
  declaring_words: DeclaringWords.prefault({}).describe(
    "The words that declare the name after them: lines with them come first where a text search is all that there is time for",
  ),
  reserved_words: z
    .string()
    .default("")
    .describe("Words with blanks between them that are never a name: what bears one is not a definition"),
  queries: z
    .string()
    .default(".")
    .describe(
      "The folder of its queries, if it uses the queries of another language; relative to the folder and inside of it",
    ),
  macros: z
    .string()
    .optional()
    .describe(
      "Well-known macros and their roles, relative to the folder and inside of it. A language that has it is masked before it is parsed",
    ),
  written_words: z
    .string()
    .default("")
    .describe(
      "Words with blanks between them that masking may write where the file has other text, and that begin or end a node there",
    ),
  included_extensions: z
    .array(z.string().startsWith("."))
    .default([])
    .describe(
      "Extensions of files that headers include: their `#define`s count as `#define`s of headers if they are next to scanned files",
    ),
  fragment_extensions: z
    .array(z.string().startsWith("."))
    .default([])
    .describe(
      "Extensions of files that are read for the index if they list uses of macros: `kinds.def` of an X-macro, which is included where it is wanted",
    ),
  settings_files: z
    .array(z.string())
    .default([])
    .describe(
      "Names of files that say where imports begin, and are read for that: what was found out is forgotten when one changes",
    ),
  rules: z
    .array(z.string())
    .default([])
    .describe(
      "Files of rules that rewrite its tokens before it is parsed, in this order, relative to the folder and inside of it",
    ),
});

/** The contents of language.json. */
export type LanguageData = Readonly<z.infer<typeof LanguageFile>>;

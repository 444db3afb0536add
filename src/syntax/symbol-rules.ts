import * as z from "zod";
import { symbolKinds } from "./symbol-kinds.ts";

const Kind = z.enum(symbolKinds);

/** The rules for kinds of definitions; the first rule that fits counts. Other definitions keep their tag's word. */
const KindRule = z.strictObject({
  tag: z.string().describe("The suffix of `@definition.`"),
  name: z.string().optional().describe("A regular expression that the name matches"),
  in: z.array(Kind).optional().describe("Kinds of its parent"),
  named_as_container: z.literal(true).optional().describe("True if it is named as its parent is"),
  kind: Kind.nullable().describe("The kind of the symbol; null leaves the definition out"),
});

/** The rules by which a language's definitions become symbols. */
export const SymbolRules = z.strictObject({
  kinds: z.array(KindRule).default([]).describe("The rules for kinds of definitions; the first one that fits applies"),
  unknown_scope: Kind.optional().describe("The kind of what a name is qualified with, where the file does not show it"),
  apart: z
    .array(z.string())
    .default([])
    .describe("Tags of definitions that do not belong to the definitions around them"),
  declared: z
    .array(z.string())
    .default([])
    .describe(
      "Tags of declarations without a body, which are left out if the file defines them, or has declared them before",
    ),
  lifted: z
    .array(z.string())
    .default([])
    .describe("Tags of definitions that belong to the parent of the function around them: fields among parameters"),
  elides_bodies: z
    .boolean()
    .default(false)
    .describe(
      "True when of what functions hold only types, macros, namespaces, functions and docstrings count, so that other bodies are not parsed: see elision in docs/developers/syntax.md",
    ),
  signature_ends: z
    .array(z.string())
    .default([])
    .describe("Node kinds below a definition that its signature ends before; `a/b` for a b that is below an a"),
});

export type SymbolRules = Readonly<z.infer<typeof SymbolRules>>;

import * as z from "zod";
import { symbolKinds } from "./symbol-kinds.ts";

const Kind = z.enum(symbolKinds);

/** The rules for kinds of definitions; the first rule that fits counts. Other definitions keep their tag's word. */
const KindRule = z.strictObject({
  /** The suffix of `@definition.` */
  tag: z.string(),
  /** A regular expression that the name matches. */
  name: z.string().optional(),
  /** Kinds of its parent. */
  in: z.array(Kind).optional(),
  /** Is it named as what holds it is? */
  named_as_container: z.literal(true).optional(),
  /** null leaves the definition out. */
  kind: Kind.nullable(),
});

/** The rules by which a language's definitions become symbols. */
export const SymbolRules = z.strictObject({
  kinds: z.array(KindRule).default([]),
  /** The kind of what a name is qualified with, where the file does not show it. */
  unknown_scope: Kind.optional(),
  /** Tags of definitions that do not belong to the definitions around them. */
  apart: z.array(z.string()).default([]),
  /** Tags of definitions that belong to the parent of the function around them: fields among parameters. */
  lifted: z.array(z.string()).default([]),
  /**
   * True when of what functions hold only types, macros, namespaces, functions and docstrings count, so that other
   * bodies are not parsed: see elision in docs/developers/syntax.md.
   */
  elides_bodies: z.boolean().default(false),
  /** Node kinds below a definition that its signature ends before; `a/b` for a b that is below an a. */
  signature_ends: z.array(z.string()).default([]),
});

export type SymbolRules = Readonly<z.infer<typeof SymbolRules>>;

import * as z from "zod";

/** The kinds of LSP's SymbolKind that code has, spelled as the keys of answers are. */
export const symbolKinds = [
  ...["module", "namespace", "class", "struct", "interface", "enum", "enum_member", "function", "method"],
  ...["constructor", "operator", "property", "field", "variable", "constant", "type_parameter", "event"],
] as const;

const Kind = z.enum(symbolKinds);

/** Which definitions have which kind; the first rule that fits counts. What no rule fits keeps its tag's word. */
const KindRule = z.strictObject({
  /** What stands behind `@definition.` */
  tag: z.string(),
  /** A regular expression that the name matches. */
  name: z.string().optional(),
  /** Kinds of which one holds it. */
  in: z.array(Kind).optional(),
  /** Is it named as what holds it is? */
  named_as_container: z.literal(true).optional(),
  /** null leaves the definition out. */
  kind: Kind.nullable(),
});

/** How a language's definitions become symbols. */
export const SymbolRules = z.strictObject({
  kinds: z.array(KindRule),
  /** The kind of what a name is qualified with, where the file does not show it. */
  unknown_scope: Kind.optional(),
  /** Tags of definitions that belong to nothing that they stand inside of. */
  apart: z.array(z.string()).default([]),
  /** Tags of definitions that belong to what holds the function that they stand inside of: fields among parameters. */
  lifted: z.array(z.string()).default([]),
  /**
   * True when of what functions hold only types, macros, namespaces, functions and docstrings count, so that other
   * bodies are not parsed: see elision in docs/syntax.md.
   */
  elides_bodies: z.boolean().default(false),
  /** Node kinds below a definition that its signature ends before; `a/b` for a b that is below an a. */
  signature_ends: z.array(z.string()).default([]),
});

export type SymbolRules = Readonly<z.infer<typeof SymbolRules>>;

type KindTest = Readonly<z.infer<typeof KindRule>> & { readonly pattern: RegExp | undefined };

/** Rules → tag → the rules for it, in order. */
const testsByTag = new WeakMap<SymbolRules, ReadonlyMap<string, readonly KindTest[]>>();

type Described = { readonly tag: string; readonly name: string };

/** The kind of a definition; undefined when it is none that symbols are listed of. */
export function symbolKindOf(
  { tag, name }: Described,
  container: { readonly kind: string; readonly name: string } | undefined,
  rules: SymbolRules | undefined,
): string | undefined {
  for (const rule of rules === undefined ? [] : (testsOf(rules).get(tag) ?? [])) {
    if (rule.pattern?.test(name) === false) continue;
    if (rule.in !== undefined && !rule.in.some((kind) => kind === container?.kind)) continue;
    if (rule.named_as_container && name !== container?.name) continue;
    return rule.kind ?? undefined;
  }
  return tag;
}

function testsOf(rules: SymbolRules): ReadonlyMap<string, readonly KindTest[]> {
  const known = testsByTag.get(rules);
  if (known !== undefined) return known;
  const tests = new Map<string, KindTest[]>();
  for (const rule of rules.kinds) {
    const test = { ...rule, pattern: rule.name === undefined ? undefined : new RegExp(rule.name, "u") };
    const others = tests.get(rule.tag);
    if (others === undefined) tests.set(rule.tag, [test]);
    else others.push(test);
  }
  testsByTag.set(rules, tests);
  return tests;
}

import { getOrInsert } from "../base/get-or-insert.ts";
import { groupBy } from "../base/group-by.ts";
import { writtenRegex } from "../base/written-regex.ts";
import type { SymbolRules } from "./symbol-rules.ts";

type KindTest = SymbolRules["kinds"][number] & { readonly pattern: RegExp | undefined };

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
  return getOrInsert(testsByTag, rules, () => {
    const tests = rules.kinds.map((rule) => ({
      ...rule,
      pattern: rule.name === undefined ? undefined : writtenRegex(rule.name, "u"),
    }));
    return groupBy(tests, ({ tag }) => tag);
  });
}

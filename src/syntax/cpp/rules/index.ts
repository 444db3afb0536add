/**
 * The rules of a language as a module that runs them, with the rules that are code. Input: rules from `.rules` files, or as the build has
 * compiled them; output: the module, which each thread makes when it first masks a text.
 */
import { MaskingPass } from "../masking-pass.ts";
import { type CompiledRules, compileRules } from "./compile-rules.ts";
import type { RewriteRule } from "./rule-file.ts";
import { isAnyName } from "./token-classes.ts";
import type { TriggeredPattern } from "./triggered-pattern.ts";

/** The rules of a language. */
export type RuleTable = {
  /** The module with these rules, for the next text. */
  readonly pass: () => MaskingPass;
};

/** @throws Error for a pattern with a scope around a token other than a name */
export function compiledRules(rules: readonly RewriteRule[]): CompiledRules {
  for (const { id, patterns } of rules)
    if (!patterns.every(mayBePlaced)) throw new Error(`${id}: the node that contains a token is known only for names`);
  return compileRules(rules);
}

export function tableOf(rules: CompiledRules): RuleTable {
  let pass: MaskingPass | undefined;
  return {
    pass: () => {
      if (pass === undefined || pass.isLarge) pass = new MaskingPass(rules);
      return pass;
    },
  };
}

function mayBePlaced({ source: { scopes, starts }, triggers }: TriggeredPattern): boolean {
  const isPlaced = scopes !== undefined || starts !== "name";
  return !isPlaced || triggers.every(isAnyName);
}

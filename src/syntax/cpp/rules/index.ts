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

/** The bytes of a file of compiled rules: the number of words, the words, and the ids. Numbers are little-endian. */
export function bytesOfRules({ ids, words }: CompiledRules): Uint8Array {
  const numbers = Buffer.alloc((words.length + 1) * 4);
  numbers.writeInt32LE(words.length);
  for (const [place, word] of words.entries()) numbers.writeInt32LE(word, (place + 1) * 4);
  return Buffer.concat([numbers, Buffer.from(ids.join("\n"))]);
}

/** Reads a file of compiled rules. */
export function rulesOfBytes(bytes: Buffer): CompiledRules {
  const end = (bytes.readInt32LE() + 1) * 4;
  const words = new Int32Array(new Uint8Array(bytes.subarray(4, end)).buffer);
  return { words, ids: bytes.toString("utf8", end).split("\n") };
}

function mayBePlaced({ source: { scopes, starts }, triggers }: TriggeredPattern): boolean {
  const isPlaced = scopes !== undefined || starts !== "name";
  return !isPlaced || triggers.every(isAnyName);
}

/**
 * The matching of lint rules, all rules of a language in one query. Input: the tree of a file; output: the places that
 * rules report, with their messages.
 */
import { UserError } from "../base/errors.ts";
import { explainQuery } from "./captures.ts";
import type { Copy } from "./copies.ts";
import type { FlatTree } from "./flat/flat-tree.ts";
import { type LoadedGrammar, loadGrammar } from "./grammars.ts";
import type { Language } from "./languages.ts";
import { type LintRule, lintRulesOf } from "./lint-rules.ts";
import { type CompiledQuery, compileQuery } from "./matching/compile-query.ts";
import { type Match, matchesIn } from "./matching/match-query.ts";
import { oneLine } from "./one-line.ts";
import { renameNodes } from "./query-text.ts";

/** A report of a lint rule about a file, by offsets in its text. */
export type LintMatch = {
  readonly rule: LintRule;
  readonly start: number;
  readonly end: number;
  /** With the texts of captures. */
  readonly message: string;
};

/** All rules of a language as one query, and the rule of each pattern. */
type CompiledRules = { readonly query: CompiledQuery; readonly ruleOf: readonly LintRule[] };

const compiled = new Map<readonly LintRule[], CompiledRules>();

/** The capture that is reported. */
const reported = "report";

/** UTF-16 code units of the text of a capture in a message. */
const maxCaptureLength = 60;

/**
 * Returns the reports of the rules, in the order of the tree, each place once per rule. Code that macros hide or
 * replace differs from the file: it is never reported.
 *
 * @param isAsked true for the rules that are to be matched
 * @throws UserError when a query is wrong, with its file
 */
export function lintMatchesIn(
  loaded: LoadedGrammar,
  copy: Copy,
  tree: FlatTree,
  isAsked: (rule: LintRule) => boolean,
): readonly LintMatch[] {
  const { query, ruleOf } = compiledRules(loaded);
  const asked = ruleOf.map(isAsked);
  const found = new Map<string, LintMatch>();
  for (const match of matchesIn(query, tree, copy.text, (pattern) => asked[pattern] ?? false)) {
    const rule = ruleOf[match.pattern];
    const node = match.captures.find(({ name }) => name === reported)?.node;
    if (rule === undefined || node === undefined) continue;
    const [from, to] = [tree.start(node), tree.end(node)];
    const start = copy.wholeStart(from);
    const end = copy.wholeEnd(to);
    const key = `${rule.id} ${start} ${end}`;
    if (found.has(key) || copy.text.slice(from, to) !== copy.whole.slice(start, end)) continue;
    found.set(key, { rule, start, end, message: messageOf(rule, match, copy, tree) });
  }
  return [...found.values()];
}

/**
 * Compiles the rules of a language.
 *
 * @throws UserError when one is wrong, with its file
 */
export async function checkLintRules(language: Language): Promise<void> {
  if (lintRulesOf(language).length > 0) compiledRules({ ...(await loadGrammar(language)), language });
}

function messageOf({ message }: LintRule, { captures }: Match, copy: Copy, tree: FlatTree): string {
  return message.replace(/\{([\w.-]+)\}/g, (written, name: string) => {
    const node = captures.find((capture) => capture.name === name)?.node;
    if (node === undefined) return written;
    const text = copy.whole.slice(copy.wholeStart(tree.start(node)), copy.wholeEnd(tree.end(node)));
    return oneLine(text, maxCaptureLength);
  });
}

function compiledRules(loaded: LoadedGrammar): CompiledRules {
  const rules = lintRulesOf(loaded.language);
  const known = compiled.get(rules);
  if (known !== undefined) return known;
  const texts = rules.map(({ query }) => renameNodes(query, loaded.language.renamed_nodes).text);
  const ruleOf = rules.flatMap((rule, i) => {
    const { capturesOf } = compiledRule(loaded, rule, texts[i] ?? "");
    return capturesOf.map(() => rule);
  });
  const query = compileQuery(texts.join("\n"), loaded.grammar);
  if (query === undefined) throw new Error("rules that compile one by one do not compile together");
  const all = { query, ruleOf };
  compiled.set(rules, all);
  return all;
}

/** @throws UserError when a rule is not a query, or none that the pass over rules can match */
function compiledRule(loaded: LoadedGrammar, { path, query }: LintRule, text: string): CompiledQuery {
  const own = compileQuery(text, loaded.grammar);
  const reason =
    own === undefined
      ? explainQuery(loaded, query)
      : own.capturesOf.some((captures) => !captures.has(reported))
        ? `A pattern has no @${reported}.`
        : undefined;
  if (own !== undefined && reason === undefined) return own;
  throw new UserError(`Cannot use ${path}: ${reason ?? unsupported}`);
}

const unsupported =
  "A lint rule takes no supertypes, no (MISSING), no pattern with (_) outermost or with several outermost nodes, and no " +
  "* or + inside of [ ].";

/**
 * The tool get_syntax_reference. Input: a language and a kind of nodes, or neither; output: the nodes of its grammar
 * with fields, parents and examples, or the list of languages.
 */
import * as z from "zod";
import type { IndexAnswer, IndexResults } from "../answers/answer.ts";
import { type Level, levelsOfFirst, richestLevel } from "../answers/levels.ts";
import type { RowValues } from "../answers/rows.ts";
import { UserError } from "../base/errors.ts";
import { nearest } from "../base/nearest.ts";
import { shown } from "../base/shown.ts";
import { matchesWildcards } from "../base/wildcards.ts";
import { languageNamed } from "../syntax/language-named.ts";
import { maxChars } from "./arguments/symbol-arguments.ts";
import {
  defineServerTool,
  type KnownLanguage,
  type NodeChildren,
  type NodeReference,
  type NodeShape,
  type Server,
  type ServerBounds,
} from "./contract/server-tool.ts";

/** UTF-16 code units of the glob of a node: the longest kind of the shipped grammars has 50. */
const maxNodeLength = 200;

const GetSyntaxReferenceArguments = z
  .strictObject({
    language: z.string().min(1).optional().describe("Default: what there is at all"),
    node: z.string().min(1).max(maxNodeLength).optional().describe("Kind of node, or glob: *_definition"),
    max_chars: maxChars,
  })
  .superRefine(({ language, node }, context) => {
    if (language === undefined && node !== undefined) {
      context.addIssue({
        code: "custom",
        path: ["language"],
        message: "the language of {node}, such as cpp or python.",
      });
    }
  });

type GetSyntaxReferenceArguments = z.infer<typeof GetSyntaxReferenceArguments>;

/** Says what there is to query: languages, kinds of nodes with their fields, examples. */
export const getSyntaxReference = defineServerTool<GetSyntaxReferenceArguments>({
  needs: "program",
  name: "get_syntax_reference",
  title: "Get syntax reference",
  description:
    "Kinds of nodes, their fields, children and parents, instead of " +
    "guessing names for execute_query. Without arguments: all.",
  help: {
    does: "kinds of nodes of a grammar, for queries",
    group: "More",
    examples: [
      {
        line: "codegrove get_syntax_reference python --node class_definition",
        does: "a kind of node, with an example",
      },
    ],
  },
  input: GetSyntaxReferenceArguments,
  kind: "reference",
  commandLine: { firstArgument: "language" },
  answer: async (server, { language: name, node }, bounds) => {
    const languages = server.languages();
    if (name === undefined) return overview(server, languages, bounds);
    const known = languageNamed(name, languages);
    const language = languages.find((one) => one.name === known);
    if (language === undefined) throw unknownLanguage(name, languages);
    const reference = await server.nodesOf(language.name);
    return node === undefined
      ? languageAnswer(language, reference, bounds)
      : nodesAnswer(language, reference, node, bounds);
  },
});

function unknownLanguage(name: string, languages: readonly KnownLanguage[]): UserError {
  const names = languages.map((language) => language.name);
  const similar = nearest(name, names);
  const details = { details: `There are ${names.join(", ")}.`, ...(similar && { did_you_mean: [similar] }) };
  return new UserError(`Unknown language: ${shown(name)}`, details);
}

function overview({ version, tools, limits }: Server, languages: readonly KnownLanguage[], bounds: ServerBounds) {
  const make = (keys: RowValues, isLong: boolean) =>
    answerOf({
      version,
      languages: languages.map((language) => languageRow(language, isLong)),
      tools: [...tools],
      ...(isLong && { limits }),
      ...keys,
    });
  return shortest(
    [
      { detail: "full", answer: (keys) => make(keys, true) },
      { detail: "names", answer: (keys) => make(keys, false) },
    ],
    bounds,
    "all of it",
  );
}

function languageRow({ name, title, extensions, grammar, queries, lintRules }: KnownLanguage, isLong: boolean) {
  const { package: from, version, abi } = grammar ?? {};
  return {
    name,
    title,
    extensions,
    ...(grammar && { grammar: `${from} ${version}`, abi }),
    queries,
    ...(isLong ? lintRules.length > 0 && { lint_rules: lintRules } : { lint_rules: lintRules.length }),
  };
}

function languageAnswer(
  language: KnownLanguage,
  { named, anonymous, fields, supertypes, examples }: NodeReference,
  bounds: ServerBounds,
): IndexAnswer {
  const counts = {
    named: named.size,
    anonymous: anonymous.length,
    supertypes: supertypes.length,
    fields: fields.length,
    examples: examples.size,
  };
  const isUnknown = [...named.values()].every((shape) => shape === undefined);
  const head = { language: language.name, ...headOf(language), counts, ...(isUnknown && { note: noNodeTypes }) };
  const isSupertype = new Set(supertypes);
  const kinds = [...named.keys()].filter((kind) => !isSupertype.has(kind));
  const types = Object.fromEntries(supertypes.map((kind) => [kind, named.get(kind)?.subtypes ?? []]));
  const levels: readonly Level[] = [
    {
      detail: "full",
      answer: (keys) => answerOf({ ...head, ...keys, named: kinds, anonymous, supertypes: types, fields }),
    },
    { detail: "names", answer: (keys) => answerOf({ ...head, ...keys, named: kinds, supertypes, fields }) },
    ...levelsOfFirst("names", "kinds", kinds, (first, keys) => answerOf({ ...head, ...keys, named: first })),
    { detail: "counts", answer: (keys) => answerOf({ ...head, ...keys }) },
  ];
  return shortest(levels, bounds, "all kinds of nodes");
}

function headOf({ grammar, queries }: KnownLanguage): RowValues {
  return { ...(grammar && { grammar: `${grammar.package} ${grammar.version}`, abi: grammar.abi }), queries };
}

const noNodeTypes =
  "This grammar was given without node types: its kinds and fields are known from the grammar, and not which goes where.";

function nodesAnswer(
  language: KnownLanguage,
  reference: NodeReference,
  node: string,
  bounds: ServerBounds,
): IndexAnswer {
  const wanted = node.toLowerCase();
  const kinds = [...reference.named.keys()].filter((kind) => matchesWildcards(wanted, kind.toLowerCase()));
  const isUnquoted = kinds.length === 0;
  const anonymous = reference.anonymous.filter(
    (kind) => JSON.stringify(kind) === node || (isUnquoted && kind === node),
  );
  if (kinds.length + anonymous.length === 0) throw unknownNode(node, language, reference);
  const parents = parentsOf(reference);
  const head = { language: language.name, total: kinds.length + anonymous.length };
  const isUnknown = kinds.some((kind) => reference.named.get(kind) === undefined);
  const rows = [
    ...kinds.map((kind) => nodeRow(kind, reference, parents)),
    ...anonymous.map((kind) => nodeRow(JSON.stringify(kind), reference, parents)),
  ];
  const names = rows.map(({ name }) => name);
  const make = (keys: RowValues, nodes: readonly unknown[]) =>
    answerOf({ ...head, ...(isUnknown && { note: noNodeTypes }), ...keys, nodes });
  const levels: readonly Level[] = [
    { detail: "full", answer: (keys) => make(keys, rows) },
    {
      detail: "signatures",
      answer: (keys) =>
        make(
          keys,
          rows.map(({ parents: _, ...row }) => row),
        ),
    },
    { detail: "names", answer: (keys) => make(keys, names) },
    ...levelsOfFirst("names", "kinds", names, (first, keys) => make(keys, first)),
    { detail: "counts", answer: (keys) => answerOf({ ...head, ...keys }) },
  ];
  return shortest(levels, bounds, `${rows.length} kinds of nodes`);
}

function unknownNode(node: string, { name, title }: KnownLanguage, { named, supertypes }: NodeReference): UserError {
  const similar = nearest(node, [...named.keys()]);
  const details = `${title} has ${named.size - supertypes.length} kinds of nodes: get_syntax_reference with language ${name} lists them.`;
  return new UserError(`Unknown node: ${shown(node)}`, { details, ...(similar && { did_you_mean: [similar] }) });
}

function nodeRow(kind: string, { named, examples }: NodeReference, parents: Parents) {
  const shape = named.get(kind);
  const example = examples.get(kind);
  return {
    name: kind,
    ...(shape && shapeKeys(shape)),
    ...(parents.has(kind) && { parents: [...(parents.get(kind) ?? [])] }),
    ...(example && { example: example.code, query: example.query }),
  };
}

function shapeKeys({ fields, children, subtypes }: NodeShape): RowValues {
  const written = Object.entries(fields).map(([field, ofField]) => [field, childrenRow(ofField)]);
  return {
    ...(subtypes && { subtypes }),
    ...(written.length > 0 && { fields: Object.fromEntries(written) }),
    ...(children && { children: childrenRow(children) }),
  };
}

function childrenRow({ types, required, multiple }: NodeChildren): RowValues {
  return { types, required, ...(multiple && { multiple }) };
}

type Parents = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns by kind the kinds that it may be a child of, directly or as one of the kinds that a supertype stands for. */
function parentsOf({ named }: NodeReference): Parents {
  const parents = new Map<string, Set<string>>();
  for (const [kind, shape] of named) {
    const lists = [...Object.values(shape?.fields ?? {}), ...(shape?.children ? [shape.children] : [])];
    for (const child of withSubtypes(
      lists.flatMap(({ types }) => types),
      named,
    )) {
      const own = parents.get(child) ?? new Set();
      parents.set(child, own.add(kind));
    }
  }
  return parents;
}

/** Returns kinds, and the subtypes of supertypes among them. */
function withSubtypes(kinds: readonly string[], named: NodeReference["named"]): ReadonlySet<string> {
  // A set grows while it is walked through.
  const all = new Set(kinds);
  for (const kind of all) for (const subtype of named.get(kind)?.subtypes ?? []) all.add(subtype);
  return all;
}

function answerOf(head: RowValues): IndexResults {
  return { head, lists: [], tail: {}, isReference: true };
}

function shortest(levels: readonly Level[], bounds: ServerBounds, what: string): IndexAnswer {
  return richestLevel(levels, bounds, (chars) => `${what}: ${chars} characters; narrow node, or raise max_chars`);
}

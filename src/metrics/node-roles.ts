/**
 * The roles of nodes for measures, such as a decision or a function. Input: the rules of a language by names of nodes;
 * output: the same by ids of its grammar, as bits for each kind.
 */
import type { FlatTree } from "../syntax/flat/flat-tree.ts";
import type { MetricRules } from "../syntax/metric-rules.ts";

type Grammar = FlatTree["grammar"];

/** The roles of a node for the measures, as bits. */
export const role = {
  function: 1,
  decision: 2,
  structure: 4,
  hybrid: 8,
  jump: 16,
  closure: 32,
  conditions: 64,
  leftOut: 128,
  /** A structure that continues another one below some parents. */
  continues: 256,
  comment: 512,
  stringStatement: 1_024,
  directiveText: 2_048,
  never: 4_096,
} as const;

/** The rules of a language in the ids of its grammar. */
export type NodeRoles = {
  /** Returns bits of `role`. */
  readonly of: (tree: FlatTree, node: number) => number;
  readonly bodyField: number;
  readonly operatorField: number;
  readonly guardField: number;
  readonly conditionField: number;
  readonly alternativeField: number;
  readonly definitionField: number;
  /** By id of a field: is it outside of the level of its structure? */
  readonly isOuterField: Uint8Array;
  /** By id of a kind: the parents below which a structure of the kind continues them. */
  readonly continued: ReadonlyMap<number, ReadonlySet<number>>;
  /** By id of a kind: the operators that join conditions. */
  readonly conditions: ReadonlyMap<number, ReadonlySet<string>>;
  /** By id of a kind: the text of its pattern that takes all that is left. */
  readonly defaults: ReadonlyMap<number, string>;
  /** By id of a kind: conditions that are never true. */
  readonly never: ReadonlyMap<number, ReadonlySet<string>>;
  /** By id of a kind: the field of it that is left out. */
  readonly leftOutFields: ReadonlyMap<number, number>;
  /** By id of a kind of statements: the kinds of strings. */
  readonly strings: ReadonlyMap<number, ReadonlySet<number>>;
  /** By id of a kind: the kind of its value. */
  readonly returns: ReadonlyMap<number, number>;
  readonly noParameters: ReadonlySet<number>;
};

const known = new WeakMap<Grammar, { readonly rules: MetricRules; readonly roles: NodeRoles }>();

/** Returns the roles of the nodes of a grammar. */
export function nodeRolesOf(grammar: Grammar, rules: MetricRules): NodeRoles {
  const last = known.get(grammar);
  if (last?.rules === rules) return last.roles;
  const roles = rolesIn(grammar, rules);
  known.set(grammar, { rules, roles });
  return roles;
}

function rolesIn(grammar: Grammar, rules: MetricRules): NodeRoles {
  const named = new Uint16Array(grammar.types.length);
  const tokens = new Uint16Array(grammar.types.length);
  const idsOf = (names: readonly string[], isNamed: boolean) =>
    grammar.types.flatMap((type, id) => (names.includes(type) && grammar.nodeTypeIsNamed(id) === isNamed ? [id] : []));
  const fieldOf = (name: string) => grammar.fieldIdForName(name) ?? noField;
  const give = (kinds: readonly string[], bit: number) => {
    for (const id of idsOf(kinds, true)) named[id] = (named[id] ?? 0) | bit;
    const quoted = kinds.flatMap((kind) => /^"(.*)"$/s.exec(kind)?.[1] ?? []);
    for (const id of idsOf(quoted, false)) tokens[id] = (tokens[id] ?? 0) | bit;
  };
  const byKind = <Value, Given>(given: Readonly<Record<string, Given>>, convert: (given: Given) => Value) =>
    new Map(
      Object.entries(given).flatMap(([kind, one]) => idsOf([kind], true).map((id) => [id, convert(one)] as const)),
    );
  give(rules.functions, role.function);
  give(rules.decisions, role.decision);
  give(rules.structures, role.structure);
  give(rules.hybrids, role.hybrid);
  give(rules.jumps, role.jump);
  give(rules.closures, role.closure);
  give(Object.keys(rules.conditions), role.conditions);
  give(rules.left_out, role.leftOut);
  give(Object.keys(rules.continued), role.continues);
  give(rules.comments, role.comment);
  give(Object.keys(rules.string_statements), role.stringStatement);
  give(Object.keys(rules.never), role.never);
  give(rules.directive_texts, role.directiveText);
  const isOuterField = new Uint8Array(Math.max(grammar.fields.length, ...rules.outer_fields.map(fieldOf)) + 1);
  for (const name of rules.outer_fields) isOuterField[fieldOf(name)] = 1;
  isOuterField[noField] = 0;
  const leftOutFields = rules.left_out.flatMap((one) => {
    const [kind = "", field] = one.split(".");
    return field === undefined ? [] : [[kind, field] as const];
  });
  return {
    of: (tree, node) => (tree.isNamed(node) ? named : tokens)[tree.kinds[node] ?? 0] ?? 0,
    bodyField: fieldOf("body"),
    operatorField: fieldOf("operator"),
    guardField: fieldOf("guard"),
    conditionField: fieldOf("condition"),
    alternativeField: fieldOf("alternative"),
    definitionField: fieldOf("definition"),
    isOuterField,
    continued: byKind(rules.continued, (parents) => new Set(idsOf(parents, true))),
    conditions: byKind(rules.conditions, (operators) => new Set(operators)),
    defaults: byKind(rules.defaults, (text) => text),
    never: byKind(rules.never, (texts) => new Set(texts)),
    leftOutFields: byKind(Object.fromEntries(leftOutFields), fieldOf),
    strings: byKind(rules.string_statements, (kinds) => new Set(idsOf(kinds, true))),
    returns: byKind(rules.returns, (value) => idsOf([value], true)[0] ?? noKind),
    noParameters: new Set(idsOf(rules.no_parameters, true)),
  };
}

/** Nodes in no field have it. */
const noField = 0;

/** No node has it. */
const noKind = -1;

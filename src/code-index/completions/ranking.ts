/**
 * The ranking of completions: a linear model whose features are rules. Input: candidates, and the facts about the
 * place; output: the candidates, best first.
 */
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { Declaration } from "../code-index.ts";
import type { Access, NameScope } from "../seen-names.ts";
import { bareName, type NearbyNames, type NearbyUses } from "./nearby-names.ts";

/**
 * From where a candidate comes: a scope, or else `nearby` for a name that is only used in the text around, `workspace` for
 * one that is declared elsewhere, and `word` for a keyword of the language.
 */
type Origin = NameScope | "nearby" | "workspace" | "word";

/** A name that may be meant. */
export type Candidate = {
  readonly name: string;
  /** The parts of the name, as `partsOf` gives them. */
  readonly parts: readonly string[];
  readonly origin: Origin;
  readonly declaration: Declaration | undefined;
  /** True for a member that the place cannot use. */
  readonly isHidden: boolean;
  /** Its place among the candidates: inner scopes come first. */
  readonly order: number;
};

/** The values that candidates are compared by. */
export type RankingContext = {
  readonly prefix: string;
  readonly access: Access;
  /** False if a receiver has a type that is not known. */
  readonly isKnown: boolean;
  /** The name of the function that the place is in; "" outside of functions. */
  readonly around: string;
  /** The parts of that name, and of the name of the file. */
  readonly aroundParts: ReadonlySet<string>;
  readonly fileParts: ReadonlySet<string>;
  readonly nearby: NearbyNames;
  /** The offset of the name that is being written, in the text that was read. */
  readonly offset: number;
  /** The path of its file. */
  readonly path: string;
  /** The token after the place; "" at the end of a line. */
  readonly next: string;
  /** The number of files of the code base that have a name in their text. */
  readonly filesWith: (name: string) => number;
};

/** One reason why a candidate may be meant. The weights of a candidate are added up. */
export type RankingRule = {
  readonly id: string;
  readonly weight: number;
  /** The degree to which it applies: 0 for not at all. */
  readonly of: (candidate: Candidate, uses: NearbyUses | undefined, context: RankingContext) => number;
};

const origin =
  (...origins: readonly Origin[]) =>
  ({ origin: own }: Candidate) =>
    Number(origins.includes(own));

const typeKinds: ReadonlySet<string> = new Set(["class", "struct", "union", "enum", "alias", "type_parameter"]);

const valueKinds: ReadonlySet<string> = new Set(["field", "variable", "enum_member"]);

/** Origins of names that may be used elsewhere: a local of the same name is another one. */
const counted: ReadonlySet<Origin> = new Set<Origin>([
  ...(["member", "inherited", "likely", "file", "visible", "path", "library", "workspace"] as const),
]);

const has = ({ declaration }: Candidate, flags: number) => Number(((declaration?.flags ?? 0) & flags) !== 0);

/** More than all other reasons together: what cannot be used comes after all that can. */
const hiddenBelow = 100;

/**
 * The reasons. Weights come from a logistic model of deleted names of real code: see lab/commands/completions.mjs.
 */
export const rankingRules: readonly RankingRule[] = [
  { id: "local", weight: 3.3, of: origin("local") },
  { id: "parameter", weight: 3, of: origin("parameter") },
  { id: "keyword-argument", weight: 3.5, of: origin("keyword") },
  { id: "member", weight: 3.6, of: origin("member") },
  { id: "inherited", weight: 3, of: origin("inherited") },
  { id: "likely-member", weight: 1.6, of: origin("likely") },
  { id: "file", weight: 1.7, of: origin("file") },
  { id: "visible", weight: 1.5, of: origin("visible") },
  { id: "library", weight: 1.3, of: origin("library") },
  { id: "path", weight: 1.7, of: origin("path") },
  { id: "word", weight: -1.4, of: origin("word") },
  { id: "nearby", weight: 0.6, of: origin("nearby") },
  { id: "same-token-before", weight: 0.6, of: (_, uses) => Math.log2(1 + (uses?.alike[0] ?? 0)) },
  { id: "same-two-before", weight: 0.9, of: (_, uses) => Math.log2(1 + (uses?.alike[1] ?? 0)) },
  { id: "same-three-before", weight: 1.2, of: (_, uses) => Math.log2(1 + (uses?.alike[2] ?? 0)) },
  {
    id: "frequency",
    weight: 0.1,
    of: (_, uses, { access }) => (access.kind === "name" ? Math.log2(1 + (uses?.count ?? 0)) : 0),
  },
  { id: "used-nearby", weight: 2.4, of: (_, uses) => (uses === undefined ? 0 : 1 / Math.log2(4 + uses.distance)) },
  { id: "unused", weight: -0.3, of: (_, uses) => Number(uses === undefined) },
  {
    id: "same-token-behind",
    weight: 3.3,
    of: (_, uses) => (uses === undefined ? 0 : uses.followed / (uses.count + 1)),
  },
  {
    id: "function-not-called",
    weight: -2.1,
    of: ({ declaration }, _, { next }) => Number(next !== "(" && next !== "" && declaration?.kind === "function"),
  },
  {
    id: "value-called",
    weight: -2.1,
    of: ({ declaration }, _, { next, access }) =>
      Number(next === "(" && access.kind === "member" && isValue(declaration)),
  },
  {
    id: "type-in-front-of-name",
    weight: 1.6,
    of: ({ declaration }, _, { next }) =>
      Number(/^[\p{L}_*&<]/u.test(next) && declaration !== undefined && typeKinds.has(declaration.kind)),
  },
  {
    id: "declared-near",
    weight: 1,
    of: ({ declaration, origin: own }, _, { offset, path }) =>
      declaration !== undefined && declaration.file.path === path && own !== "keyword"
        ? 1 / Math.log2(4 + Math.abs(offset - declaration.at) / 20)
        : 0,
  },
  {
    id: "declared-in-statement",
    weight: -2.7,
    of: ({ declaration, origin: own }, _, { offset, path }) =>
      Number(
        own === "local" &&
          declaration !== undefined &&
          declaration.file.path === path &&
          offset >= declaration.start &&
          offset <= declaration.end,
      ),
  },
  {
    id: "declared-behind",
    weight: -2.3,
    of: ({ declaration, origin: own }, _, { offset, path }) =>
      Number(own === "local" && declaration?.file.path === path && declaration.at > offset),
  },
  {
    id: "named-as-target",
    weight: 1,
    of: ({ name, origin: own, declaration }, _, { nearby }) =>
      Number(nearby.target !== "" && own !== "keyword" && bareName(name) === nearby.target && !isCallable(declaration)),
  },
  {
    id: "called",
    weight: -3,
    of: ({ name, declaration }, _, { nearby }) => Number(name === nearby.called && isCallable(declaration)),
  },
  {
    id: "shares-parts-with-statement",
    weight: 1.5,
    of: ({ name, parts, origin: own }, _, { nearby: { parts: known } }) =>
      own === "keyword" ? 0 : shareOf(parts, (part) => isOfOther(known.get(part), name)),
  },
  {
    id: "shares-parts-with-function",
    weight: 1,
    of: ({ name, parts }, _, { around, aroundParts }) =>
      name === around ? 0 : shareOf(parts, (part) => aroundParts.has(part)),
  },
  {
    id: "shares-parts-with-file",
    weight: 1,
    of: ({ parts }, _, { fileParts }) => shareOf(parts, (part) => fileParts.has(part)),
  },
  {
    id: "no-member",
    weight: -4,
    of: ({ origin: own }, _, { access, isKnown }) => Number(own === "nearby" && access.kind === "member" && isKnown),
  },
  {
    id: "imported-member",
    weight: -1.5,
    of: ({ declaration, origin: own }) => Number(own === "member" && declaration?.kind === "import"),
  },
  {
    id: "import-of-module",
    weight: -1.5,
    of: ({ declaration, origin: own }) =>
      Number(own === "member" && declaration?.kind === "import" && !isPassedOn(declaration)),
  },
  {
    id: "not-used-yet",
    weight: 2,
    of: ({ origin: own }, uses) => Number((own === "local" || own === "parameter") && uses?.count === 1),
  },
  {
    id: "files-with-name",
    weight: 0.1,
    of: ({ name, origin: own }, _, { access, filesWith }) =>
      access.kind === "name" && counted.has(own) ? Math.log2(1 + filesWith(name)) : 0,
  },
  {
    id: "files-with-member",
    weight: 0.5,
    of: ({ name }, _, { access, filesWith }) => (access.kind === "name" ? 0 : Math.log2(1 + filesWith(name))),
  },
  {
    id: "first-declared",
    weight: 2.2,
    of: ({ order }, _, { access }) => (access.kind === "name" ? 1 / Math.log2(4 + order) : 0),
  },
  { id: "private", weight: -0.6, of: ({ name }, _, { access }) => Number(name.startsWith("_") && !isSelf(access)) },
  { id: "special", weight: -2.5, of: ({ name }) => Number(/^__\w+__$/.test(name)) },
  {
    id: "likely-private",
    weight: -1.1,
    of: (candidate) =>
      candidate.origin === "likely" ? has(candidate, DeclarationFlag.private | DeclarationFlag.protected) : 0,
  },
  { id: "not-accessible", weight: -hiddenBelow, of: ({ isHidden }) => Number(isHidden) },
  { id: "same-case", weight: 1, of: ({ name }, _, { prefix }) => Number(prefix !== "" && name.startsWith(prefix)) },
];

/** True for what is seldom called: a field, a property or a module. */
function isValue(declaration: Declaration | undefined): boolean {
  if (declaration === undefined) return false;
  const { kind, flags, type } = declaration;
  const isModule = kind === "import" && !type.includes(":");
  return valueKinds.has(kind) || isModule || (flags & DeclarationFlag.property) !== 0;
}

/** True when a package has imported a name for others: `from .base import Model` in `__init__.py`. */
function isPassedOn({ file, type }: Declaration): boolean {
  return type.includes(":") && /[\\/]__init__\.pyi?$/.test(file.path);
}

function isCallable(declaration: Declaration | undefined): boolean {
  return declaration !== undefined && (declaration.kind === "function" || typeKinds.has(declaration.kind));
}

/** The share of parts of a name with a property, from 0 to 1. */
function shareOf(parts: readonly string[], has: (part: string) => boolean): number {
  return parts.length === 0 ? 0 : parts.filter(has).length / parts.length;
}

/** True when one of these names is not the given one. */
function isOfOther(names: ReadonlySet<string> | undefined, name: string): boolean {
  return names !== undefined && names.size > (names.has(name) ? 1 : 0);
}

function isSelf(access: Access): boolean {
  return access.kind !== "member" || /^(?:self|cls|this|super\(\))$/.test(access.receiver);
}

/** Orders candidates, best first. Of equal ones the first comes first. */
export function ranked(candidates: readonly Candidate[], context: RankingContext): readonly Candidate[] {
  const scored = candidates.map((candidate) => ({ candidate, score: scoreOf(candidate, context) }));
  scored.sort((one, other) => other.score - one.score || one.candidate.order - other.candidate.order);
  return scored.map(({ candidate }) => candidate);
}

function scoreOf(candidate: Candidate, context: RankingContext): number {
  const uses = context.nearby.uses.get(candidate.name);
  return rankingRules.reduce((sum, { weight, of }) => sum + weight * of(candidate, uses, context), 0);
}

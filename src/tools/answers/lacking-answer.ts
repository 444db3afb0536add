/**
 * The answer of get_class_hierarchy about classes without a method of their own. Input: such classes; output: their rows,
 * each with the base that it has the method from, and the definitions in these bases; or a poorer form that fits.
 */
import * as z from "zod";
import { entriesOf, type FileEntry, filledLists, type IndexResults, resultsOf } from "../../answers/answer.ts";
import { type Level, levelsOfFirst, richestLevel, type Truncation } from "../../answers/levels.ts";
import { counted, numberText } from "../../base/counted.ts";
import { nearestOf } from "../../base/nearest.ts";
import { childrenOf } from "../../code-index/children-of.ts";
import type { ClassHierarchy } from "../../code-index/class-hierarchy.ts";
import type { Code } from "../../code-index/code.ts";
import type { Declaration } from "../../code-index/code-index.ts";
import { lackingClasses } from "../../code-index/lacking-classes.ts";
import { keyOfPlace, placeOf } from "../../code-index/places.ts";
import { containerNameOf, qualifiedNameOf } from "../../code-index/qualified-name.ts";
import { parseSymbolAddress } from "../../code-index/symbol-address.ts";
import { isFunction, symbolKindOf } from "../../code-index/symbol-kind.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { AnswerBounds } from "../contract/answer-bounds.ts";
import { coverageOf } from "./index-answer.ts";

const Row = z.object({
  filepath: z.string(),
  separator: z.string(),
  name: z.string(),
  kind: z.string(),
  container: z.string().optional(),
  line: z.number(),
  column: z.number(),
});

/** The classes that do not define a method, as threads exchange them. */
export const FoundLacking = z.object({
  /** The name of the method. */
  method: z.string(),
  /** The number of classes that were looked at. */
  looked: z.number(),
  rows: z.array(
    Row.extend({
      is_abstract: z.literal(true).optional(),
      from: z.string().optional(),
      missing: z.literal(true).optional(),
      may_be_from: z.array(z.string()).optional(),
      assigned_at: z.number().optional(),
    }),
  ),
  /** The inherited definitions, in the order of rows. */
  sources: z.array(Row.extend({ modifiers: z.array(z.string()).optional() })),
  /** Members with similar names, if no class of the hierarchy has the method. */
  didYouMean: z.array(z.string()),
});
export type FoundLacking = z.infer<typeof FoundLacking>;

/** Similar names that an answer has. */
const maxSimilar = 3;

/** Returns the classes among some that do not define a method. @param lacks its name, or the end of a qualified one */
export function foundLacking(
  classes: readonly Declaration[],
  lacks: string,
  { code, hierarchy }: { readonly code: Code; readonly hierarchy: ClassHierarchy },
): FoundLacking {
  const method = parseSymbolAddress(lacks).name;
  const lacking = lackingClasses(classes, method, { code, hierarchy });
  const separatorOf = ({ file }: Declaration) => code.separatorOf(file.language);
  const rowOf = (declaration: Declaration) => {
    const { file, name, line, column } = declaration;
    const separator = separatorOf(declaration);
    const container = containerNameOf(declaration, separator);
    const kind = symbolKindOf(declaration, code.index);
    return {
      filepath: code.nameOf(file.path),
      separator,
      name,
      kind,
      ...(container !== "" && { container }),
      line,
      column,
    };
  };
  const sources = new Map(
    lacking.flatMap(({ inherited }) => (inherited ? [[keyOfPlace(placeOf(inherited.member)), inherited.member]] : [])),
  );
  const isNowhere = sources.size === 0 && lacking.length === classes.length;
  const members = new Set(isNowhere ? classes.flatMap(membersAround(hierarchy)) : []);
  return {
    method,
    looked: classes.length,
    rows: lacking.map(({ declaration, inherited, outside, assignedAt }) => ({
      ...rowOf(declaration),
      ...(hierarchy.isAbstract(declaration) && { is_abstract: true as const }),
      ...(inherited === undefined && outside.length === 0 && { missing: true as const }),
      ...(inherited && { from: qualifiedNameOf(inherited.base, separatorOf(inherited.base)) }),
      ...(outside.length > 0 && { may_be_from: [...outside] }),
      ...(assignedAt !== undefined && { assigned_at: assignedAt }),
    })),
    sources: Array.from(sources.values(), (source) => ({
      ...rowOf(source),
      ...((source.flags & DeclarationFlag.abstract) !== 0 && { modifiers: ["abstract"] }),
    })),
    didYouMean: [...nearestOf(method, members, maxSimilar)],
  };
}

/** The names of the methods of a class and of its bases. */
function membersAround(hierarchy: ClassHierarchy) {
  return (declaration: Declaration): readonly string[] =>
    [declaration, ...hierarchy.ancestorsOf(declaration)]
      .flatMap(childrenOf)
      .flatMap((member) => (isFunction(member) ? [member.name] : []));
}

/**
 * Returns the answer: rows, only names, or counts.
 *
 * @param head the first keys, about the class, and the last ones of a cut answer
 */
export function lackingAnswer(
  { method, looked, rows, sources, didYouMean }: FoundLacking,
  head: { readonly symbol: Readonly<Record<string, unknown>>; readonly partial: Readonly<Record<string, unknown>> },
  { detail, notes }: { readonly detail: string; readonly notes: readonly string[] },
  bounds: AnswerBounds,
): IndexResults {
  const nowhere =
    sources.length === 0 && rows.length === looked && looked > 0 ? [`No class here defines ${method}.`] : [];
  const answer = (entries: readonly FileEntry[], truncation: Truncation, withSources: boolean): IndexResults => ({
    head: {
      ...head.symbol,
      lacks: method,
      total_classes: looked,
      total_lacking: rows.length,
      ...(didYouMean.length > 0 && { did_you_mean: didYouMean }),
      ...head.partial,
      ...truncation,
    },
    lists: filledLists([
      resultsOf(entries),
      { name: "inherited_from", entries: withSources ? entriesOf(sources, "symbols", withoutPlace) : [] },
    ]),
    tail: coverageOf(bounds, [...nowhere, ...notes]),
    separators: Object.fromEntries([...rows, ...sources].map(({ filepath, separator }) => [filepath, separator])),
  });
  const namesOf = (some: readonly FoundLacking["rows"][number][]) =>
    entriesOf(
      some,
      "classes",
      ({ name, line, is_abstract: isAbstract, from }) =>
        `${name}:${line}${isAbstract ? " abstract" : ""}${from === undefined ? "" : ` from ${from}`}`,
    );
  const levels: readonly Level[] = [
    { detail: "full", answer: (truncation) => answer(entriesOf(rows, "classes", withoutPlace), truncation, true) },
    { detail: "names", answer: (truncation) => answer(namesOf(rows), truncation, true) },
    ...levelsOfFirst("names", "classes", rows, (first, truncation) => answer(namesOf(first), truncation, false)),
    { detail: "counts", answer: (truncation) => answer([], truncation, false) },
  ];
  return richestLevel(detail === "names" ? levels.slice(1) : levels, bounds, (chars) => {
    const total = `${counted(rows.length, "row")} of classes need ${chars} characters`;
    return `${total} of ${numberText(bounds.maxChars)}: lower max_depth or narrow filepath`;
  });
}

function withoutPlace<Shown extends z.infer<typeof Row>>({ filepath: _, separator: __, ...row }: Shown) {
  return row;
}

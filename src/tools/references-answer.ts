/**
 * The answer of find_references. Input: all references of a symbol; output: as many as fit, in the richest form that
 * has room: lines, positions, callers, files or counts; or a page of them.
 */
import * as z from "zod";
import type { FileEntry, IndexResults } from "../answers/answer.ts";
import type { RowPlace } from "../answers/cursor.ts";
import { type Excess, fitForms, fitLists } from "../answers/fit.ts";
import type { CallerRow, ReferenceRow } from "../answers/row-kinds.ts";
import type { RowValues } from "../answers/rows.ts";
import { compareText } from "../base/compare-text.ts";
import { getOrInsert } from "../base/get-or-insert.ts";
import { groupBy } from "../base/group-by.ts";
import type { FoundSymbols } from "../code-index/found-symbols.ts";
import { referenceTypes } from "../code-index/reference-types.ts";
import { countHead, coverageOf, notesOnUses, symbolHead } from "./index-answer.ts";
import type { AnswerBounds } from "./index-tool.ts";

/** A reference as the threads that find them hand it on. */
export const Reference = z.object({
  line: z.number(),
  column: z.number(),
  type: z.enum(referenceTypes),
  /** The qualified name of the function or class around it, and the line of that name. */
  in: z.string().optional(),
  inLine: z.number().optional(),
  text: z.string(),
  /** The index of the symbol among the symbols that were found. */
  symbol: z.number(),
  certainty: z.enum(["exact", "likely", "possible"]),
  /** True for a use of a member that the symbol overrides: it may run the symbol. */
  isOfBase: z.boolean().optional(),
});
export type Reference = z.infer<typeof Reference>;

export type PlacedReference = Reference & { readonly filepath: string };

/** The forms that a list of references has, from the richest to the poorest; `types` where it is asked for. */
const forms = ["text", "positions", "types", "callers", "files", "counts"] as const;
type Form = (typeof forms)[number];

/** The lists of an answer, in the order of pages. */
const lists = ["results", "possible"] as const;
type List = (typeof lists)[number];

const listOrder: readonly string[] = lists;

/** The unit of a page: a reference, a caller or a file, with the place that it is sorted by. */
type Item = RowPlace & {
  readonly list: List;
  /** The key of its rows in the entry of a file; undefined when it is the entry. */
  readonly key: string | undefined;
  readonly value: RowValues | string;
};

type Options = {
  readonly reference_types?: readonly string[] | undefined;
  readonly group_by?: "none" | "file" | "caller" | "type" | undefined;
  readonly include_context?: boolean | undefined;
  readonly max_results?: number | undefined;
  readonly max_chars?: number | undefined;
};

/** The symbols with the place where the only one of them is defined. */
type Found = FoundSymbols & { readonly definition?: RowValues | undefined; readonly notKnown?: string | undefined };

/**
 * Returns the answer about references: all of them in the form that was asked for, or else in the richest one in which the
 * answer is at most as long as its budget, or a page of rows where the call has a cursor, or `max_results` for fewer rows.
 */
export function referencesAnswer(
  found: Found,
  references: readonly PlacedReference[],
  separators: Readonly<Record<string, string>>,
  options: Options,
  bounds: AnswerBounds,
): IndexResults {
  const answer = new ReferencesAnswer(found, references, separators, bounds, options);
  const form = formOf(options);
  const maxResults = options.max_results ?? Number.POSITIVE_INFINITY;
  const isPage = bounds.after !== undefined || answer.items(form).length > maxResults;
  return isPage ? answer.page(form, maxResults) : answer.whole(form);
}

function formOf({ group_by = "none", include_context = true }: Options): Form {
  if (group_by === "file") return "files";
  if (group_by === "caller") return "callers";
  if (group_by === "type") return "types";
  return include_context ? "text" : "positions";
}

/** Replacements for keys of the head in a form: the shortest leaves out what the address says. */
function shortHead(form: Form): RowValues {
  return form === "types" ? { definition: undefined } : {};
}

/** The place before all rows. */
const start: RowPlace = { list: "", filepath: "", line: 0, column: 0 };

class ReferencesAnswer {
  readonly #bounds: AnswerBounds;
  readonly #separators: Readonly<Record<string, string>>;
  /** In path, line and column order. */
  readonly #lists: Readonly<Record<List, readonly PlacedReference[]>>;
  readonly #head: RowValues;
  /** Replacements for keys of the head in an answer of counts only. */
  readonly #countHead: RowValues;
  /** Of each symbol, by its index, the address that tells it from the others; undefined where none needs one. */
  readonly #addresses: readonly string[] | undefined;
  readonly #items = new Map<string, readonly Item[]>();
  readonly #isOfCallersAlone: boolean;
  readonly #notes: readonly string[];

  constructor(
    found: Found,
    references: readonly PlacedReference[],
    separators: Readonly<Record<string, string>>,
    bounds: AnswerBounds,
    options: Options,
  ) {
    // A request for callers gets no definitions, unless it asks for them as well.
    this.#isOfCallersAlone = options.group_by === "caller" && options.reference_types === undefined;
    this.#notes = [
      ...notesOnUses(found.symbols),
      ...(found.notKnown === undefined ? [] : [`${found.notKnown}. Uses that may be of this symbol are in possible.`]),
    ];
    const sorted = [...references].sort(comparePlaces);
    const confirmed = sorted.filter(({ certainty }) => certainty !== "possible");
    const possible = sorted.filter(({ certainty }) => certainty === "possible");
    this.#bounds = bounds;
    this.#separators = separators;
    this.#lists = { results: confirmed, possible };
    this.#addresses = found.symbols.length > 1 && !found.isQualified ? addressesOf(found) : undefined;
    this.#countHead = countHead(found);
    this.#head = {
      ...symbolHead(found),
      ...(found.symbols.length === 1 && { definition: found.definition }),
      total_references: confirmed.length,
      ...(possible.length > 0 && { total_possible: possible.length }),
      counts: countsOf(confirmed),
    };
  }

  /** All rows of a form, confirmed ones first. */
  items(form: Form): readonly Item[] {
    return lists.flatMap((list) => this.#itemsOf(list, form));
  }

  /** Returns the answer about all references, in the richest form that has room. Possible ones get what is left. */
  whole(requested: Form): IndexResults {
    const poorer = forms.slice(forms.indexOf(requested)).filter((form) => form !== "types" || form === requested);
    const ladderOf = (list: List, share: number) => ({
      share,
      forms: poorer.map((form) => ({ shown: () => ({ form, items: this.#itemsOf(list, form) }) })),
    });
    return fitLists(
      [ladderOf("results", 1), ladderOf("possible", 0)],
      (shown, excess) => {
        const [confirmed = requested, possible] = shown.map(({ form }) => form);
        const truncation = excess === undefined ? {} : this.#truncation(requested, confirmed, possible, excess);
        return this.#answer(
          shown.flatMap(({ items }) => items),
          { ...shortHead(confirmed), ...truncation },
        );
      },
      this.#bounds,
    );
  }

  #truncation(requested: Form, confirmed: Form, possible: Form | undefined, { chars = 0 }: Excess): RowValues {
    return {
      ...(confirmed === "counts" && this.#countHead),
      detail: confirmed,
      ...(possible !== confirmed && this.#lists.possible.length > 0 && { possible_detail: possible }),
      truncated: true,
      truncated_reason:
        `${nameOf[requested]} of ${this.items("positions").length} references need ${chars.toLocaleString("en-US")} ` +
        "characters: narrow filepath or reference_types, or go on with next_cursor",
      next_cursor: this.#bounds.cursorAfter(start),
    };
  }

  /** Returns the rows after the previous page, as many as there is room for, and at least one. */
  page(form: Form, maxResults: number): IndexResults {
    const all = this.items(form);
    const { after = start, maxChars } = this.#bounds;
    const first = all.findIndex((item) => comparePlaces(after, item) < 0);
    const left = first < 0 ? [] : all.slice(first);
    const pageOf = (count: number): IndexResults => {
      const last = left[count - 1];
      if (count === left.length || last === undefined) return this.#answer(left, shortHead(form));
      const limit =
        count === maxResults ? `max_results is ${maxResults}` : `an answer has at most ${maxChars} characters`;
      const before = all.length - left.length;
      return this.#answer(left.slice(0, count), {
        ...shortHead(form),
        truncated: true,
        truncated_reason: `${limit}: rows ${before + 1} to ${before + count} of ${all.length} are here`,
        next_cursor: this.#bounds.cursorAfter(placeOf(last)),
      });
    };
    const sizes = { least: Math.min(1, left.length), most: Math.min(maxResults, left.length) };
    return fitForms([{ sizes, shown: (count) => count }], pageOf, this.#bounds);
  }

  #answer(items: readonly Item[], truncation: RowValues): IndexResults {
    const [results, possible] = lists.map((list) => entriesOf(items.filter((item) => item.list === list)));
    return {
      head: { ...this.#head, ...truncation },
      results: results ?? [],
      lists: possible === undefined || possible.length === 0 ? {} : { possible },
      tail: coverageOf(this.#bounds, this.#notes),
      separators: this.#separators,
    };
  }

  #itemsOf(list: List, form: Form): readonly Item[] {
    const key = `${list} ${form}`;
    return getOrInsert(this.#items, key, () => this.#makeItems(list, form));
  }

  #makeItems(list: List, form: Form): readonly Item[] {
    const references = this.#lists[list];
    if (form === "counts") return [];
    if (form === "text" || form === "positions") {
      return references.map((reference) => ({
        ...placeOf({ ...reference, list }),
        list,
        key: "references",
        value: this.#rowOf(reference, form),
      }));
    }
    if (form === "types") {
      return references.map((reference) => ({
        ...placeOf({ ...reference, list }),
        list,
        ...this.#shortRowOf(reference),
      }));
    }
    const isLeftOut = ({ type }: Reference) => form === "callers" && this.#isOfCallersAlone && declaringTypes.has(type);
    const grouped = references.filter((reference) => !isLeftOut(reference));
    const groups = groupBy(grouped, ({ filepath, in: caller, inLine, symbol, type }) =>
      form === "files"
        ? filepath
        : JSON.stringify([filepath, caller, inLine, this.#addresses && symbol, declaringTypes.has(type) && type]),
    );
    return Array.from(groups.values(), (group): Item | undefined => {
      const [reference, ...others] = group;
      if (reference === undefined) return undefined;
      const isFile = form === "files";
      const value = isFile ? fileOf(group) : callerRow([reference, ...others], this.#addressOf(reference));
      return { ...placeOf({ ...reference, list }), list, key: isFile ? undefined : "callers", value };
    }).filter((item) => item !== undefined);
  }

  #rowOf(reference: PlacedReference, form: Form): RowValues {
    return referenceRow(reference, form === "text", this.#addressOf(reference));
  }

  /** `function:line`, and the type that it is listed under, which tells it from others of that type. */
  #shortRowOf(reference: PlacedReference): { readonly key: string; readonly value: string } {
    const { line, type, in: caller, certainty } = reference;
    const address = this.#addressOf(reference);
    const words = [...(certainty === "likely" ? [certainty] : []), type, ...(address === undefined ? [] : [address])];
    return { key: words.join(" "), value: caller === undefined ? String(line) : `${caller}:${line}` };
  }

  #addressOf({ symbol, certainty }: Reference): string | undefined {
    return certainty === "possible" ? undefined : this.#addresses?.[symbol];
  }
}

/**
 * Returns the row of a reference.
 *
 * @param address tells its symbol from others; undefined if it is not needed
 */
export function referenceRow(
  { line, column, type, in: caller, text, certainty, isOfBase = false }: Reference,
  hasText: boolean,
  address?: string,
): ReferenceRow {
  return {
    line,
    column,
    type,
    ...(caller !== undefined && { in: caller }),
    ...(address !== undefined && { symbol: address }),
    ...(certainty === "likely" && { confidence: certainty }),
    ...(isOfBase && { override: true as const }),
    ...(hasText && { text }),
  };
}

/**
 * Returns the row of a caller: the references of one file in one function or class, or outside of any. With the type of
 * references that are not uses.
 */
export function callerRow(group: readonly [Reference, ...Reference[]], address?: string): CallerRow {
  const [{ in: caller, inLine, type }] = group;
  return {
    ...(caller !== undefined && { caller, line: inLine }),
    ...(declaringTypes.has(type) && { type }),
    ...(address !== undefined && { symbol: address }),
    lines: [...new Set(group.map(({ line }) => line))],
    count: group.length,
  };
}

/** References that are part of a declaration. */
const declaringTypes: ReadonlySet<string> = new Set(["declaration", "definition", "override"]);

/** The words for rows that are too long. */
const nameOf: Readonly<Record<Form, string>> = {
  text: "lines",
  positions: "positions",
  types: "functions",
  callers: "callers",
  files: "files",
  counts: "counts",
};

function fileOf(group: readonly PlacedReference[]): RowValues {
  return { count: group.length, counts: countsOf(group) };
}

/** Entries of files: each with its lists of references or callers, or with the values of the file itself. */
function entriesOf(items: readonly Item[]): readonly FileEntry[] {
  return Array.from(
    groupBy(items, ({ filepath }) => filepath),
    ([filepath, ofFile]) => {
      const lists = Array.from(
        groupBy(ofFile, ({ key }) => key),
        ([key, ofKey]) => (key === undefined ? ofKey[0]?.value : { [key]: ofKey.map(({ value }) => value) }),
      );
      return Object.assign({ filepath }, ...lists);
    },
  );
}

/** Returns type → number of references, in the order of the types. */
function countsOf(references: readonly Reference[]): RowValues {
  const counts = groupBy(references, ({ type }) => type);
  return Object.fromEntries(
    referenceTypes.filter((type) => counts.has(type)).map((type) => [type, counts.get(type)?.length]),
  );
}

/** Returns the names of symbols, with `#2` for the second one of a name. */
export function addressesOf({ symbols }: Pick<FoundSymbols, "symbols">): readonly string[] {
  const numbers = new Map<string, number>();
  return symbols.map(({ name }) => {
    const number = (numbers.get(name) ?? 0) + 1;
    numbers.set(name, number);
    return number === 1 ? name : `${name}#${number}`;
  });
}

function placeOf({ list, filepath, line, column }: RowPlace): RowPlace {
  return { list, filepath, line, column };
}

function comparePlaces(
  a: Omit<RowPlace, "list"> & { readonly list?: string },
  b: Omit<RowPlace, "list"> & { readonly list?: string },
): number {
  const byList = listOrder.indexOf(a.list ?? "") - listOrder.indexOf(b.list ?? "");
  return byList || compareText(a.filepath, b.filepath) || a.line - b.line || a.column - b.column;
}

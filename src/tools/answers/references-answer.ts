/**
 * The answer of find_references. Input: all references of a symbol; output: as many as fit, in the richest form that
 * has room: lines, positions, callers, files or counts; or a page of them. Rows of tests come after all others, and are
 * counted instead of listed if they are many.
 */
import * as z from "zod";
import { type FileEntry, filledLists, type IndexResults } from "../../answers/answer.ts";
import type { RowPlace } from "../../answers/cursor.ts";
import { type Excess, type Form as FitForm, fitForms, fitLists } from "../../answers/fit.ts";
import type { CallerRow, ReferenceRow } from "../../answers/row-kinds.ts";
import type { RowValues } from "../../answers/rows.ts";
import { compareText } from "../../base/compare-text.ts";
import { numberText } from "../../base/counted.ts";
import { getOrInsert } from "../../base/get-or-insert.ts";
import { groupBy } from "../../base/group-by.ts";
import { maxTestRows } from "../../base/limits.ts";
import type { FoundSymbols } from "../../code-index/found-symbols.ts";
import { ranks } from "../../code-index/nearness.ts";
import { referenceTypes } from "../../code-index/reference-types.ts";
import { isOfTest } from "../../code-index/test-path.ts";
import type { AnswerBounds } from "../contract/answer-bounds.ts";
import { countHead, coverageOf, notesOnFunctions, notesOnMissing, notesOnUses, symbolHead } from "./index-answer.ts";

/** A reference as the threads that find them hand it on. */
export const Reference = z.object({
  line: z.number(),
  column: z.number(),
  type: z.enum(referenceTypes),
  /** The qualified name of the function or class around it, the line of that name and the last line. */
  in: z.string().optional(),
  inLine: z.number().optional(),
  inEndLine: z.number().optional(),
  text: z.string(),
  /** The lines around it, or the function, if they are asked for: `12: code` for lines of references, `13- code` for others. */
  around: z.string().optional(),
  /** The index of the symbol among the symbols that were found. */
  symbol: z.number(),
  /** Other symbols that may be meant: overloads that the arguments do not tell apart. */
  siblings: z.array(z.number()).optional(),
  certainty: z.enum(["exact", "likely", "possible"]),
  /** True for a use of a member that the symbol overrides: it may run the symbol. */
  isOfBase: z.boolean().optional(),
  /** True for a string or an attribute with the name of a symbol, or with a text that is not a name. */
  isLiteral: z.boolean().optional(),
  /** True for such a text in a comment, or in documentation. */
  isComment: z.boolean().optional(),
  /** True for such a text as a name in code that is not an attribute: what it names is not known. */
  isName: z.boolean().optional(),
  /** True for a call that was asked for by the number of its arguments, which it does not show. */
  hasUnknownArguments: z.boolean().optional(),
  /** True in a file of tests; by its path if it is left out. */
  isOfTest: z.boolean().optional(),
});
export type Reference = z.infer<typeof Reference>;

export type PlacedReference = Reference & {
  readonly filepath: string;
  /** The rank of its file, 0 for the nearest to the symbol: see `rankOf`. */
  readonly rank?: number | undefined;
};

/** True for a reference in a file of tests. */
export function isInTest({ filepath, isOfTest: isKnown }: PlacedReference): boolean {
  return isOfTest({ file: filepath, isOfTest: isKnown });
}

/** The forms that a list of references has, from the richest to the poorest; `around` and `types` where they are asked for. */
const forms = ["around", "text", "positions", "types", "callers", "files", "counts"] as const;
type Form = (typeof forms)[number];

/** The lists of an answer, in their order. */
const lists = ["results", "possible", "strings"] as const;
type List = (typeof lists)[number];

/** The part outside of tests that has the references of a certainty. */
const partOf = { exact: "results", likely: "results", possible: "possible" } as const;

function listOf({
  certainty,
  isLiteral = false,
  isName = false,
}: Pick<Reference, "certainty" | "isLiteral" | "isName">): List {
  return isLiteral && !isName ? "strings" : partOf[certainty];
}

/** The place of the list of a reference among the lists of an answer, which may be without code or be left out; comments come last. */
export function listedAt(reference: Pick<Reference, "certainty" | "isComment" | "isLiteral" | "isName">): number {
  return reference.isComment === true ? lists.length : lists.indexOf(listOf(reference));
}

/** The lists whose files are in the order of their ranks. */
const rankedLists: ReadonlySet<List> = new Set(["possible"]);

/** The parts of an answer that have a form each, in the order of pages. */
const parts = ["results", "possible", "tests"] as const;
type Part = (typeof parts)[number];

/** Their shares of the room. Rows of tests are listed only if all others are as they were asked for. */
const shares: Readonly<Record<Part, number>> = { results: 0.85, possible: 0.15, tests: 0 };

/** Their shares if the call asks for rows of tests. */
const sharesWithTests: Readonly<Record<Part, number>> = { results: 0.7, possible: 0.15, tests: 0.15 };

/** UTF-16 code units that any row takes, so that no more rows are written than may fit. */
const leastRowChars = 2;

/** The unit of a page: a reference, a caller or a file, with the place that it is sorted by. */
type Item = RowPlace & {
  /** The list of the answer that it is in; `list` of a place is where that is in the order of pages. */
  readonly shownIn: List;
  /** The key of its rows in the entry of a file; undefined when it is the entry. */
  readonly key: string | undefined;
  readonly value: RowValues | string;
};

type Options = {
  readonly symbols?: readonly string[] | undefined;
  readonly filepath?: unknown;
  readonly line?: number | undefined;
  readonly reference_types?: readonly string[] | undefined;
  readonly group_by?: "none" | "file" | "caller" | "type" | undefined;
  readonly include_context?: boolean | undefined;
  readonly context_lines?: number | undefined;
  readonly detail?: "full" | undefined;
  readonly max_results?: number | undefined;
  readonly max_chars?: number | undefined;
  readonly tests?: "fold" | "show" | undefined;
};

/** The name of something else than the symbol, such as `os.getenv` from outside of the code base → its uses, as `app.py:12`. */
export type UnlistedUses = ReadonlyMap<string, readonly string[]>;

/** The symbols with the place where the only one of them is defined. */
type Found = FoundSymbols & {
  readonly definition?: RowValues | undefined;
  readonly notKnown?: string | undefined;
  readonly usesIn?: string | undefined;
  readonly onlyBelow?: string | undefined;
  /** The number of strings with a name if they are too many to be listed. */
  readonly unlistedStrings?: number | undefined;
  /** Name → uses of members that override the symbol, in files with its word; the symbol itself is not used there. */
  readonly overriding?: UnlistedUses | undefined;
  /** The uses of names from outside of the code base that end with the name of a symbol. */
  readonly usedOutside?: UnlistedUses | undefined;
  /** The number of files in which the ends of variables were not looked for. */
  readonly unsearchedEnds?: number | undefined;
  /** True for a symbol of tests, whose other rows are not apart from these. */
  readonly isOfTests?: boolean | undefined;
};

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

function formOf({ group_by = "none", include_context = true, context_lines = 0, detail }: Options): Form {
  if (detail === "full") return "around";
  if (group_by === "file") return "files";
  if (group_by === "caller") return "callers";
  if (group_by === "type") return "types";
  if (!include_context) return "positions";
  return context_lines > 0 ? "around" : "text";
}

/** Replacements for keys of the head in a form: the shortest leaves out what the address says. */
function shortHead(form: Form): RowValues {
  return form === "types" ? { definition: undefined } : {};
}

/** The place before all rows. */
const start: RowPlace = { list: "", filepath: "", line: 0, column: 0 };

/** A part of an answer in one of its forms. */
type ShownPart = {
  readonly part: Part;
  readonly form: Form;
  readonly items: readonly Item[];
  /** Says which rows it lacks, or which of them are in a richer form. */
  readonly cut?: string | undefined;
};

type Parts = Readonly<Record<Part, readonly PlacedReference[]>>;

class ReferencesAnswer {
  readonly #bounds: AnswerBounds;
  readonly #separators: Readonly<Record<string, string>>;
  /** In the order of pages. */
  readonly #parts: Parts;
  readonly #head: RowValues;
  /** Replacements for keys of the head in an answer of counts only. */
  readonly #countHead: RowValues;
  /** Of each symbol, by its index, the address that tells it from the others; undefined where none needs one. */
  readonly #addresses: readonly string[] | undefined;
  readonly #items = new Map<string, readonly Item[]>();
  readonly #isOfCallersAlone: boolean;
  readonly #isOfCode: boolean;
  readonly #notes: readonly string[];
  readonly #isOfTests: boolean;
  readonly #tests: Options["tests"];

  constructor(
    found: Found,
    references: readonly PlacedReference[],
    separators: Readonly<Record<string, string>>,
    bounds: AnswerBounds,
    options: Options,
  ) {
    this.#isOfCallersAlone = listsOnlyUses(options);
    this.#isOfCode = options.detail === "full";
    this.#notes = [
      ...notesOnUses(found.symbols),
      ...notesOnMissing(found),
      ...notesOnFunctions(found, options, bounds),
      ...notesOnOthers(found, bounds),
      ...(found.unlistedStrings === undefined
        ? []
        : ["Strings with the name are many: reference_types text lists them"]),
      ...(found.unsearchedEnds === undefined ? [] : [endsText(found.unsearchedEnds)]),
      ...(found.usesIn === undefined ? [] : [`Only uses in ${found.usesIn} are here: all are without filepath`]),
      ...(found.overriding === undefined ? [] : [overridingText(found.overriding)]),
      ...(found.usedOutside === undefined ? [] : [outsideText(found.usedOutside)]),
      ...(found.notKnown === undefined ? [] : [`${found.notKnown}. Uses that may be of this symbol are in possible.`]),
    ];
    this.#bounds = bounds;
    this.#separators = separators;
    this.#isOfTests = found.isOfTests === true;
    this.#tests = options.tests;
    const sorted = references
      .map((reference) => ({ reference, place: this.#placeOf(reference) }))
      .sort((a, b) => comparePlaces(a.place, b.place))
      .map(({ reference }) => reference);
    const ofPart = (part: Part) => sorted.filter((reference) => this.#partOf(reference) === part);
    this.#parts = { results: ofPart("results"), possible: ofPart("possible"), tests: ofPart("tests") };
    const [confirmed = [], possible = [], strings = []] = lists.map((list) =>
      sorted.filter((reference) => listOf(reference) === list),
    );
    this.#addresses = found.symbols.length > 1 && !found.isQualified ? addressesOf(found) : undefined;
    const unknown = sorted.filter(({ hasUnknownArguments }) => hasUnknownArguments).length;
    this.#countHead = countHead(found);
    this.#head = {
      ...symbolHead(found),
      ...(found.symbols.length === 1 && { definition: found.definition }),
      total_references: confirmed.length,
      ...(possible.length > 0 && { total_possible: possible.length }),
      ...(strings.length > 0 && { total_strings: strings.length }),
      ...(found.unlistedStrings !== undefined && { total_strings: found.unlistedStrings }),
      counts: countsOf(confirmed),
      ...(options.symbols !== undefined && this.#addresses && usesOf(this.#addresses, this.#parts, bounds)),
      ...(unknown > 0 && { unknown_arguments: unknown }),
      ...(found.overriding !== undefined && { uses_of_overrides: overridingCounts(found.overriding) }),
      ...(found.usedOutside !== undefined && { uses_from_outside: outsideCounts(found.usedOutside) }),
    };
  }

  /** All rows of a form, confirmed ones first, and rows of tests last. */
  items(form: Form): readonly Item[] {
    return parts.flatMap((part) => this.#itemsOf(part, this.#richestOf(part, form)));
  }

  /** The form in which a part is listed at most: if there are sure uses, possible ones have only their lines. */
  #richestOf(part: Part, requested: Form): Form {
    const isOpen = part === "possible" && this.#isOfCode && this.#parts.results.some(isUse);
    return isOpen && requested === "around" ? "text" : requested;
  }

  /** Returns the answer about all references, each part in the richest form that has room. */
  whole(requested: Form): IndexResults {
    const asksForTests = this.#tests === "show";
    const ladders = parts.map((part) => ({
      share: (asksForTests ? sharesWithTests : shares)[part],
      forms: this.#formsOf(part, requested),
      isLast: part === "tests" && !asksForTests,
    }));
    return fitLists(
      ladders,
      (shown, excess) => {
        const [{ form: confirmed } = { form: requested }] = shown;
        const truncation = excess === undefined ? {} : this.#truncation(requested, shown, excess);
        const areTestsListed = shown.some(({ part, form }) => part === "tests" && form !== "counts");
        return this.#answer(
          shown.flatMap(({ items }) => items),
          { ...this.#testsKey(areTestsListed), ...shortHead(confirmed), ...truncation },
        );
      },
      this.#bounds,
    );
  }

  /**
   * The forms of a part: all rows, the first of them if that is too much, or only their number. Rows of tests that the call does
   * not ask for are listed as the others were asked for, or counted.
   */
  #formsOf(part: Part, requested: Form): readonly FitForm<ShownPart>[] {
    if (part === "tests" && this.#foldsTests(requested)) return [this.#counted(part)];
    const richest = this.#richestOf(part, requested);
    const poorer = forms.slice(forms.indexOf(richest)).filter((form) => form !== "types" || form === requested);
    // The first possible callers say more than all files: their order is by nearness.
    const listed = poorer.filter(
      (form) => form !== "counts" && !(part === "possible" && form === "files" && form !== requested),
    );
    const whole = listed.flatMap((form) => this.#formsWithAll(part, form, requested));
    if (part === "tests" && this.#tests !== "show") return [...whole.slice(0, 1), this.#counted(part)];
    return [...whole, ...this.#firstOf(part, listed.at(-1) ?? "counts"), this.#counted(part)];
  }

  /** The forms in which all rows of a part are listed, or counted in the row of their file. */
  #formsWithAll(part: Part, form: Form, requested: Form): readonly FitForm<ShownPart>[] {
    if (form === "around") return [this.#withCode(part)];
    if (form === "files" && requested !== "files") return [...this.#withCallers(part), this.#complete(part, form)];
    return [this.#complete(part, form)];
  }

  /** The first rows of a part in a form. */
  #firstOf(part: Part, form: Form): readonly FitForm<ShownPart>[] {
    const all = this.#itemsOf(part, form);
    if (all.length === 0) return [];
    const words = { results: "first", possible: "nearest", tests: "first" } as const;
    const of = { results: "", possible: "possible ", tests: "test " } as const;
    const cutTo = (count: number) => `the ${words[part]} ${count} of ${all.length} ${of[part]}${nameOf[form]} are here`;
    return [
      {
        sizes: { least: 1, most: all.length },
        leastChars: leastRowChars,
        shown: (count) => ({
          part,
          form,
          items: all.slice(0, count),
          ...(count < all.length && { cut: cutTo(count) }),
        }),
      },
    ];
  }

  /** The first callers of a part, and the counts of the files of all others. */
  #withCallers(part: Part): readonly FitForm<ShownPart>[] {
    const callers = this.#itemsOf(part, "callers");
    if (callers.length < 2) return [];
    const files = this.#itemsOf(part, "files");
    const fileOfItem = ({ shownIn, filepath }: Item) => JSON.stringify([shownIn, filepath]);
    return [
      {
        sizes: { least: 1, most: callers.length - 1 },
        leastChars: leastRowChars,
        shown: (count) => {
          const others = new Set(callers.slice(count).map(fileOfItem));
          return {
            part,
            form: "files",
            items: [...callers.slice(0, count), ...files.filter((file) => others.has(fileOfItem(file)))],
            cut: `the first ${count} of ${callers.length} callers are here`,
          };
        },
      },
    ];
  }

  #complete(part: Part, form: Form): FitForm<ShownPart> {
    return { shown: () => ({ part, form, items: this.#itemsOf(part, form) }) };
  }

  /** All rows of a part, as many of the first with the lines around them as fit. */
  #withCode(part: Part): FitForm<ShownPart> {
    const rich = this.#itemsOf(part, "around");
    const others = this.#itemsOf(part, "text");
    return {
      sizes: { least: Math.min(1, rich.length), most: rich.length },
      shown: (around) => {
        const items = [...rich.slice(0, around), ...others.slice(around)];
        const cut = around < items.length && `of ${items.length} rows the first ${around} have them`;
        return { part, form: "around", items, ...(cut && { cut }) };
      },
    };
  }

  #counted(part: Part): FitForm<ShownPart> {
    return { shown: () => ({ part, form: "counts", items: [] }) };
  }

  /** True if rows of tests are only counted: they are many, and others tell how the symbol is used. */
  #foldsTests(form: Form): boolean {
    if (this.#tests !== undefined) return this.#tests === "fold";
    const isUsed = [...this.#parts.results, ...this.#parts.possible].some(isUse);
    const isBounded = this.#bounds.maxChars !== Number.POSITIVE_INFINITY;
    return isBounded && isUsed && this.#itemsOf("tests", form).length > maxTestRows;
  }

  /** The key that counts the rows of tests if they are not listed. */
  #testsKey(areListed: boolean): RowValues {
    const { tests } = this.#parts;
    if (areListed || tests.length === 0) return {};
    const files = new Set(tests.map(({ filepath }) => filepath)).size;
    const functions = new Set(
      tests.flatMap(({ filepath, in: caller, inLine }) =>
        caller === undefined ? [] : [JSON.stringify([filepath, caller, inLine])],
      ),
    ).size;
    const counted = functions === 0 ? `${tests.length} rows` : `${functions} function${functions === 1 ? "" : "s"}`;
    const hint = this.#tests === "show" ? "" : " (tests=show)";
    return { tests: `${counted} in ${files} file${files === 1 ? "" : "s"}${hint}` };
  }

  #truncation(requested: Form, shown: readonly ShownPart[], { chars = 0 }: Excess): RowValues {
    const formOfPart = new Map(shown.map(({ part, form }) => [part, form]));
    const [confirmed, possible, tests] = parts.map((part) => formOfPart.get(part) ?? "counts");
    const cut = shown.flatMap((part) => (part.cut === undefined ? [] : [`; ${part.cut}`]));
    return {
      ...(confirmed === "counts" && this.#countHead),
      detail: confirmed,
      ...(possible !== confirmed && this.#parts.possible.length > 0 && { possible_detail: possible }),
      ...(tests !== confirmed && tests !== "counts" && this.#parts.tests.length > 0 && { tests_detail: tests }),
      truncated: true,
      truncated_reason:
        `${nameOf[requested]} of ${this.items("positions").length} references need ${numberText(chars)} ` +
        `characters: narrow filepath or reference_types, or go on with next_cursor${cut.join("")}`,
      next_cursor: this.#bounds.cursorAfter(start),
    };
  }

  /** Returns the rows after the previous page, as many as there is room for, and at least one. */
  page(form: Form, maxResults: number): IndexResults {
    const isFolded = this.#tests === "fold";
    const all = isFolded ? this.items(form).filter((item) => !isTestItem(item)) : this.items(form);
    const { after = start, maxChars } = this.#bounds;
    const first = all.findIndex((item) => comparePlaces(after, item) < 0);
    const left = first < 0 ? [] : all.slice(first);
    const head = { ...this.#testsKey(!isFolded), ...shortHead(form) };
    const pageOf = (count: number): IndexResults => {
      const last = left[count - 1];
      if (count === left.length || last === undefined) return this.#answer(left, head);
      const limit =
        count === maxResults ? `max_results is ${maxResults}` : `an answer has at most ${maxChars} characters`;
      const before = all.length - left.length;
      return this.#answer(left.slice(0, count), {
        ...head,
        truncated: true,
        truncated_reason: `${limit}: rows ${before + 1} to ${before + count} of ${all.length} are here`,
        next_cursor: this.#bounds.cursorAfter(placeOf(last)),
      });
    };
    const sizes = { least: Math.min(1, left.length), most: Math.min(maxResults, left.length) };
    return fitForms([{ sizes, shown: (count) => count }], pageOf, this.#bounds);
  }

  #answer(items: readonly Item[], truncation: RowValues): IndexResults {
    return {
      head: { ...this.#head, ...truncation },
      lists: filledLists(
        lists.map((name) => ({ name, entries: entriesOf(items.filter(({ shownIn }) => shownIn === name)) })),
      ),
      tail: coverageOf(this.#bounds, this.#notes),
      separators: this.#separators,
    };
  }

  #partOf(reference: PlacedReference): Part {
    return !this.#isOfTests && isInTest(reference) ? "tests" : partOf[reference.certainty];
  }

  /** The place of a reference in the order of pages: by its part, its list, and the rank of its file. */
  #placeOf(reference: PlacedReference): RowPlace {
    const { filepath, line, column, rank = 0 } = reference;
    const list = listOf(reference);
    const section = parts.indexOf(this.#partOf(reference)) * lists.length + lists.indexOf(list);
    return { list: String(section * ranks + (rankedLists.has(list) ? rank : 0)), filepath, line, column };
  }

  #itemsOf(part: Part, form: Form): readonly Item[] {
    const key = `${part} ${form}`;
    return getOrInsert(this.#items, key, () => this.#makeItems(this.#parts[part], form));
  }

  #makeItems(references: readonly PlacedReference[], form: Form): readonly Item[] {
    if (form === "counts") return [];
    const itemOf = (reference: PlacedReference) => ({
      ...this.#placeOf(reference),
      shownIn: listOf(reference),
    });
    const isLeftOut = (reference: Reference) => this.#isOfCallersAlone && !isUse(reference);
    if (form === "around" || form === "text" || form === "positions") {
      const listed = this.#isOfCode ? references.filter((reference) => !isLeftOut(reference)) : references;
      return listed.map((reference) => ({
        ...itemOf(reference),
        key: "references",
        value: this.#rowOf(reference, form),
      }));
    }
    if (form === "types") {
      return references.map((reference) => ({ ...itemOf(reference), ...this.#shortRowOf(reference) }));
    }
    const grouped = form === "callers" ? references.filter((reference) => !isLeftOut(reference)) : references;
    const groups = groupBy(grouped, (reference) => {
      const { filepath, in: caller, inLine, type } = reference;
      const ofFile = [filepath, listOf(reference)];
      const ofCaller = [caller, inLine, this.#addressOf(reference), declaringTypes.has(type) && type];
      return JSON.stringify(form === "files" ? ofFile : ofFile.concat(JSON.stringify(ofCaller)));
    });
    return Array.from(groups.values(), (group): Item | undefined => {
      const [reference, ...others] = group;
      if (reference === undefined) return undefined;
      const isFile = form === "files";
      const value = isFile ? fileOf(group) : callerRow([reference, ...others], this.#addressOf(reference));
      return { ...itemOf(reference), key: isFile ? undefined : "callers", value };
    }).filter((item) => item !== undefined);
  }

  #rowOf(reference: PlacedReference, form: Form): RowValues {
    const shown = form === "around" ? withTextAround(reference) : reference;
    return referenceRow(shown, form !== "positions", this.#addressOf(reference));
  }

  /** `function:line`, and the type that it is listed under, which tells it from others of that type. */
  #shortRowOf(reference: PlacedReference): { readonly key: string; readonly value: string } {
    const { line, type, in: caller, certainty } = reference;
    const address = this.#addressOf(reference);
    const words = [...(certainty === "likely" ? [certainty] : []), type, ...(address === undefined ? [] : [address])];
    return { key: words.join(" "), value: caller === undefined ? String(line) : `${caller}:${line}` };
  }

  #addressOf(reference: Reference): string | undefined {
    const isOpen = reference.certainty === "possible" || this.#addresses === undefined;
    return isOpen ? undefined : addressIn(this.#addresses, reference);
  }
}

/** Says of a name without what holds it that symbols of this name outside of the paths of the call are left out, with their uses. */
function notesOnOthers(
  { onlyBelow, isQualified, isOfFunctions, symbols, wanted }: Found,
  { isAll = false, isWider = false }: AnswerBounds,
): readonly string[] {
  if (onlyBelow === undefined || isQualified || isOfFunctions || isAll || isWider || symbols.length === 0) return [];
  return [
    `Symbols named ${wanted} that are declared outside of ${onlyBelow}, if any, are left out with their uses: leave out filepath to list them.`,
  ];
}

/** Names from outside that are counted each; the further ones are counted together. */
const maxOutside = 5;

/** Uses of names from outside, and of members that override the symbol, that a warning lists. */
const maxOutsidePlaces = 5;
const maxOverridingPlaces = 20;

/** Counts the uses of each name from outside, the most used ones first. */
function outsideCounts(outside: UnlistedUses): RowValues {
  const counts = Array.from(outside, ([name, places]) => [name, places.length] as const).sort(
    ([a, ofA], [b, ofB]) => ofB - ofA || compareText(a, b),
  );
  const further = counts.slice(maxOutside);
  const sum = further.reduce((total, [, count]) => total + count, 0);
  return Object.fromEntries([
    ...counts.slice(0, maxOutside),
    ...(further.length > 0 ? [[`${further.length} other names`, sum] as const] : []),
  ]);
}

/** Says that uses of names from outside are not among the references: with their places if these are few. */
function outsideText(outside: UnlistedUses): string {
  const places = Array.from(outside, ([name, ofName]) => ofName.map((place) => `${place} (${name})`)).flat();
  const text = "Uses of names that no searched file declares are not listed, only counted in uses_from_outside";
  return places.length <= maxOutsidePlaces
    ? `${text}: ${places.join(", ")}`
    : `${text}: give such a name as symbol to list them`;
}

/** The uses of each member that overrides the symbol, by name. */
function overridingCounts(overriding: UnlistedUses): RowValues {
  const counts = Array.from(overriding, ([name, places]) => [name, places.length] as const);
  return Object.fromEntries(counts.sort(([a], [b]) => compareText(a, b)));
}

/** Says where members that override the symbol are used: the first places, as `path:line,line (name)`. */
function overridingText(overriding: UnlistedUses): string {
  const places = Array.from(overriding, ([name, ofName]) => ofName.map((place) => ({ name, place }))).flat();
  const shown = groupBy(places.slice(0, maxOverridingPlaces), ({ name, place }) => `${pathIn(place)}\n${name}`);
  const texts = Array.from(shown.values(), (ofFile) => {
    const lines = ofFile.map(({ place }) => place.slice(place.lastIndexOf(":") + 1));
    return ofFile[0] && `${pathIn(ofFile[0].place)}:${lines.join(",")} (${ofFile[0].name})`;
  });
  const left = places.length - maxOverridingPlaces;
  const more = left > 0 ? `, and ${numberText(left)} more: symbols with these names lists them` : "";
  return `Uses of members that override the symbol are not listed: ${texts.join(", ")}${more}`;
}

function pathIn(place: string): string {
  return place.slice(0, place.lastIndexOf(":"));
}

function endsText(files: number): string {
  return `Ends of local variables were not looked for in ${numberText(files)} files: reference_types destroy lists them`;
}

/** Returns a reference with the lines around it as its text, if it has them. */
export function withTextAround(reference: PlacedReference): PlacedReference {
  return { ...reference, text: reference.around ?? reference.text };
}

/**
 * Returns the row of a reference.
 *
 * @param address tells its symbol from others; undefined if it is not needed
 */
export function referenceRow(
  { line, column, type, in: caller, text, certainty, isOfBase = false, hasUnknownArguments = false }: Reference,
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
    ...(hasUnknownArguments && { arguments: "unknown" }),
    ...(hasText && { text }),
  };
}

/**
 * Returns the row of a caller: the references of one file in one function or class, or outside of any. With the type of
 * references that are not uses.
 */
export function callerRow(group: readonly [Reference, ...Reference[]], address?: string): CallerRow {
  const [{ in: caller, inLine, inEndLine, type }] = group;
  return {
    ...(caller !== undefined && { caller, line: inLine, end_line: inEndLine }),
    ...(declaringTypes.has(type) && { type }),
    ...(address !== undefined && { symbol: address }),
    lines: [...new Set(group.map(({ line }) => line))],
    count: group.length,
  };
}

/** The address of the symbol of a reference, or of the overloads that may be meant: `area#2 or area#3`. */
function addressIn(addresses: readonly string[], { symbol, siblings = [] }: Reference): string {
  const [first = "", ...others] = [symbol, ...siblings].map((index) => addresses[index] ?? "");
  return others.length < maxAddresses ? [first, ...others].join(" or ") : `${first} or ${others.length} others`;
}

/** The most overloads that an address names. */
const maxAddresses = 3;

/** Counts the uses by symbol, 0 included if all files were looked at: outside of tests, and where there are some, the possible ones and the ones in tests. */
function usesOf(
  addresses: readonly string[],
  { results, possible, tests }: Parts,
  { isUnfinished = false }: AnswerBounds,
): RowValues {
  const countsIn = (references: readonly PlacedReference[]) => {
    const used = references.filter(({ type, isLiteral = false }) => !declaringTypes.has(type) && !isLiteral);
    const counts = new Map(addresses.map((address) => [address, 0]));
    for (const reference of used) {
      const address = addressIn(addresses, reference);
      counts.set(address, (counts.get(address) ?? 0) + 1);
    }
    return [...counts];
  };
  const some = (key: string, references: readonly PlacedReference[]) => {
    const counts = countsIn(references).filter(([, count]) => count > 0);
    return counts.length === 0 ? {} : { [key]: Object.fromEntries(counts) };
  };
  // A symbol without uses so far may have them in the files that are left.
  const uses = Object.fromEntries(countsIn(results).filter(([, count]) => count > 0 || !isUnfinished));
  return { uses, ...some("possible_uses", possible), ...some("test_uses", tests) };
}

/** References that are part of a declaration. */
const declaringTypes: ReadonlySet<string> = new Set(["declaration", "definition", "override"]);

/** True for a request for callers, which gets no definitions unless it asks for them as well. */
export function listsOnlyUses({ group_by, reference_types }: Pick<Options, "group_by" | "reference_types">): boolean {
  return group_by === "caller" && reference_types === undefined;
}

export function isUse({ type }: Pick<Reference, "type">): boolean {
  return !declaringTypes.has(type);
}

/** The words for rows that are too long. */
const nameOf: Readonly<Record<Form, string>> = {
  around: "surrounding lines",
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

function isTestItem({ list }: RowPlace): boolean {
  return Number(list) >= parts.indexOf("tests") * lists.length * ranks;
}

/** Compares places; one without a list comes before all others. */
function comparePlaces(a: RowPlace, b: RowPlace): number {
  const numberOf = ({ list }: RowPlace) => (list === "" ? -1 : Number(list));
  const byList = numberOf(a) - numberOf(b);
  return byList || compareText(a.filepath, b.filepath) || a.line - b.line || a.column - b.column;
}

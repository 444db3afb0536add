/**
 * The reading of a code base for the index: of all its files, or of all their words and of the files that are asked for. Input: a
 * listing with stamps; output: the code of the request as it is known then.
 */
import { randomUUID } from "node:crypto";
import { emptyReason } from "../answers/empty-reason.ts";
import { timeOver } from "../answers/missing-files.ts";
import { numberText } from "../base/counted.ts";
import { UserError } from "../base/errors.ts";
import { noDigest } from "../cache/digest.ts";
import { declarations, everything } from "../tools/inner/declarations.ts";
import { type FileOutcome, outcomeOf } from "../workers/file-outcome.ts";
import { type CodeView, type Listing, shownName } from "../workers/protocol.ts";
import type { Target } from "../workspace/expand.ts";
import { Skipped } from "../workspace/skipped.ts";
import type { Code, CodeBaseOptions, CodeRequest, FoundCode, IndexRun } from "./code.ts";
import { aliveAt, type CodeViews } from "./code-views.ts";
import type { Place } from "./fact-store.ts";
import type { OutlineFacts } from "./outline-facts.ts";
import type { Put, Scan, ScanOptions } from "./scan.ts";
import type { Stamped } from "./stamp-paths.ts";
import { countsByFolder, UnreadFiles } from "./unread-files.ts";

/** Times that files are read whose facts were lost with a worker, if no fewer of them are left each time. */
const maxPasses = 3;

/** A name that no file has, since each process makes its own: where it is asked for, only the words of files are read. */
export const noName = `absent_${randomUUID().replaceAll("-", "_")}`;

export type IndexScanOptions = {
  readonly settings: CodeBaseOptions;
  readonly newScan: (options: ScanOptions) => Scan;
  readonly views: CodeViews;
  readonly request: CodeRequest;
  readonly run: IndexRun;
  readonly listing: Listing;
  readonly names: CodeView["names"];
  /** The files of known languages. */
  readonly targets: readonly Target[];
  /** Indexes of the targets that the code has. */
  readonly all: readonly number[];
  readonly stamped: readonly Stamped[];
  /** The name that files must have to be read at first; undefined for all files. */
  readonly name: string | undefined;
  /** The facts of a call that asks for this name. */
  readonly facts: OutlineFacts;
};

export class IndexScan {
  readonly #options: IndexScanOptions;
  readonly #indexOf: ReadonlyMap<string, number>;
  /** The outcomes of targets that no facts tell, by their indexes. */
  readonly #left = new Map<number, FileOutcome>();
  /** Indexes of the targets that were read whole. */
  readonly #read = new Set<number>();
  /** The reading of words; undefined where whole files are read at once. */
  readonly #words: { readonly facts: OutlineFacts; readonly scan: Scan } | undefined;
  readonly #facts: OutlineFacts;
  #scan: Scan | undefined;

  constructor(options: IndexScanOptions) {
    this.#options = options;
    const { targets, facts, name } = options;
    this.#indexOf = new Map(options.all.map((index) => [targets[index]?.path ?? "", index]));
    this.#words = name === undefined ? undefined : { facts, scan: this.#newScan(facts, name) };
    this.#facts = name === undefined ? facts : facts.ofAllNames();
  }

  /** True when all files were read. */
  get isWhole(): boolean {
    return this.#read.size === this.#options.all.length;
  }

  /** The number of files. */
  get count(): number {
    return this.#options.all.length;
  }

  /**
   * Reads the words of all files and the files with the name, or all files where none is asked for.
   *
   * @throws UserError when the time is over, and the signal's reason
   */
  async start(): Promise<void> {
    if (this.#words === undefined) return await this.read();
    const { facts, scan } = this.#words;
    await this.#readWith(scan, facts, this.#options.all);
  }

  /**
   * Reads files that were not read.
   *
   * @param paths undefined for all files
   * @throws UserError when the time is over, and the signal's reason
   */
  async read(paths?: readonly string[]): Promise<void> {
    const asked = paths === undefined ? this.#options.all : paths.flatMap((path) => this.#indexOf.get(path) ?? []);
    const open = asked.filter((index) => !this.#read.has(index)).sort((a, b) => a - b);
    for (const index of open) this.#read.add(index);
    this.#scan ??= this.#newScan(this.#facts, undefined);
    await this.#readWith(this.#scan, this.#facts, open);
  }

  #newScan(facts: OutlineFacts, name: string | undefined): Scan {
    const { newScan, targets, run } = this.#options;
    const { deadline, stopwatch, isBackground = false, progress } = run;
    // Between calls there is time for all that later ones may ask.
    const toolCall = { tool: (isBackground ? everything : declarations).name, input: { name } };
    const survey = this.#words?.scan.survey;
    const background = { isBackground, onMacros: progress.macros };
    return newScan({ targets, toolCall, facts, work: "index", deadline, stopwatch, survey, ...background });
  }

  async #readWith(scan: Scan, facts: OutlineFacts, all: readonly number[]): Promise<void> {
    const { run, targets } = this.#options;
    const { deadline, progress } = run;
    const pathAt = (index: number) => targets[index]?.path ?? "";
    let open = all;
    let left = Number.POSITIVE_INFINITY;
    for (let pass = 0; open.length > 0 && (pass < maxPasses || open.length < left); pass++) {
      left = open.length;
      const known: number[] = [];
      const put: Put = (index, outcome) => {
        if (pass === 0 && facts === (this.#words?.facts ?? facts)) progress.known?.();
        if ("error" in outcome || "skipped" in outcome) this.#left.set(index, outcome);
        else {
          this.#left.delete(index);
          known.push(index);
        }
      };
      await scan.run(open, put);
      // A scan whose time is over ends without an error.
      if (deadline.passed !== undefined)
        throw new UserError(deadline.passed, { details: this.#readInTime(facts, all) });
      deadline.signal.throwIfAborted();
      // The results of a worker that has ended are lost.
      open = known.filter((index) => !facts.isKnown(pathAt(index)));
    }
    for (const index of open) this.#left.set(index, { error: "its worker ended", details: {} });
  }

  /** Says how far a call came. */
  #readInTime(facts: OutlineFacts, all: readonly number[]): string {
    const paths = all.map((index) => this.#options.targets[index]?.path ?? "");
    const { names } = this.#options;
    const unknown = paths.filter((path) => !facts.isKnown(path)).map((path) => shownName(path, names));
    const folders = Object.entries(countsByFolder(unknown)).map(([folder, count]) => `${folder}: ${count}`);
    const read = `Read ${numberText(all.length - unknown.length)} of ${numberText(all.length)} files`;
    const left = unknown.length === 0 ? "" : `; left are ${folders.join(", ")}`;
    return `${read}${left}. Ask again: what was read is kept. Or narrow filepath.`;
  }

  /** The code as it is known now. */
  code(): Promise<FoundCode> {
    return this.#codeOf("worded");
  }

  /** @param words whether files are in it that are known only by their words: they are wanted by calls that look at them */
  async #codeOf(words: "none" | "worded"): Promise<FoundCode> {
    const { settings, views, all, targets, listing, names, stamped } = this.#options;
    const scan = this.#scan ?? this.#words?.scan;
    const { roots } = settings;
    const macroDigest = scan?.macroDigest ?? "";
    const options = { roots, base: listing.base, names, macroDigest, stamped, macros: async () => scan?.macros() };
    const known: Place[] = [];
    const worded: Place[] = [];
    for (const [index, { path }] of targets.entries()) {
      const place = this.#facts.readAt(path) ?? this.#words?.facts.readAt(path);
      if (place !== undefined) known.push(place);
      else if (words === "worded" && !this.#read.has(index)) {
        const ofWords = this.#words?.facts.wordedAt(path);
        if (ofWords !== undefined) worded.push(ofWords);
      }
    }
    const viewed = await views.of(aliveAt(known, worded), options);
    const kept = this.#facts.keptFiles;
    const read = all.filter((index) => this.#facts.readAt(targets[index]?.path ?? "") !== undefined).length - kept;
    const contextOf = (path: string) => scan?.contextOf(path) ?? noDigest;
    return { ...viewed, ...this.#coverage(), stamped, headersBeside: scan?.headersBeside ?? [], kept, read, contextOf };
  }

  /** The code as it is known now, for an answer that is given without the files that are not read yet: they count as unread. */
  async part(): Promise<FoundCode> {
    const { all, targets } = this.#options;
    for (const index of all) {
      const isKnown = this.#facts.isKnown(targets[index]?.path ?? "");
      if (!isKnown && !this.#left.has(index)) this.#left.set(index, { error: timeOver, details: {} });
    }
    return await this.#codeOf("none");
  }

  /** The files of the code, and the ones that are left out. */
  #coverage(): Pick<Code, "emptyReason" | "files" | "notSearched" | "skipped" | "unread"> {
    const { listing, names, targets, all } = this.#options;
    const skipped = new Skipped();
    skipped.add(listing.skipped);
    const unread = new UnreadFiles();
    let unreadable = 0;
    for (const { name, isExplicit, language, error } of listing.targets) {
      const outcome = error && outcomeOf(error, isExplicit);
      if (outcome === undefined) {
        if (language === undefined) skipped.count("unknown_language");
      } else if ("error" in outcome) {
        unreadable++;
        unread.add({ filepath: name, error: reasonOf(outcome) });
      } else if ("skipped" in outcome) skipped.count(outcome.skipped);
    }
    for (const [index, outcome] of this.#left) {
      const { path = "", language } = targets[index] ?? {};
      if ("skipped" in outcome) skipped.count(outcome.skipped);
      if (!("error" in outcome)) continue;
      const filepath = shownName(path, names);
      unread.add({ filepath, error: reasonOf(outcome) }, language === undefined ? undefined : { path, language });
    }
    skipped.add(unread.skipped);
    const summary = skipped.summary() ?? {};
    const why = targets.length > 0 ? undefined : this.#emptyReason(summary);
    const files = all.length + unreadable;
    return { files, skipped: summary, notSearched: listing.notSearched, unread, emptyReason: why };
  }

  #emptyReason(skipped: Readonly<Record<string, number>>): string {
    const { settings, request, listing } = this.#options;
    const { recursive, filePatterns } = request;
    const { folders, targets } = listing;
    const inputs = [request.filepath ?? folders].flat();
    const knownLanguages = settings.languages.map(({ title }) => title);
    const asked = { inputs, knownLanguages, folders, recursive, filePatterns };
    return emptyReason({
      ...asked,
      found: 0,
      inShare: 0,
      isCheck: false,
      skipped: targets.length > 0 ? { ...skipped, unknown_language: targets.length } : skipped,
    });
  }
}

/** Returns why a file has no outcome: the details say it where its worker ended. */
export function reasonOf({ error, details }: Extract<FileOutcome, { readonly error: string }>): string {
  return typeof details.details === "string" ? details.details : error;
}

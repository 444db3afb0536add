/**
 * The facts of one question about a code base while a call runs. Input: the fact file that an earlier call has written,
 * and new facts by path; output: the known fact of a path, and a fact file with both.
 */
import { maxFactFileBytes } from "../base/limits.ts";
import { exactStatsAt, exists } from "../base/stats.ts";
import { isSameStamp, type ReadStamp } from "../workspace/stamp.ts";
import { noDigest } from "./digest.ts";
import { type Fact, type FactHead, loadFacts, saveFacts } from "./fact-file.ts";
import type { Owner } from "./key.ts";
import { markAsUsed } from "./own-files.ts";

/** One fact about a file: its stamp, two digests (see Fact), and the fact as text. */
export type NewFact = {
  readonly stamp: ReadStamp;
  readonly content: string;
  readonly context?: string;
  readonly body: string;
};

/** The facts of one question about a code base, by path, during a call. */
export class FactTable {
  /** Language → can it be asked this question at all? */
  readonly languages: Map<string, boolean>;
  readonly #path: string;
  readonly #owner: Owner;
  readonly #head: FactHead;
  readonly #loaded: ReadonlyMap<string, Fact>;
  readonly #loadedFrom: string;
  readonly #asked = new Set<string>();
  readonly #fresh = new Map<string, Fact>();
  #freshBytes = 0;

  /** Reads what is there. A file that is damaged, or of another version, counts as none. */
  constructor(path: string, head: FactHead, owner: Owner) {
    this.#path = path;
    this.#owner = owner;
    this.#loadedFrom = identityOf(path);
    const file = loadFacts(path, head.version, owner);
    this.#loaded = file?.facts ?? new Map();
    this.languages = new Map(Object.entries(file?.head.languages ?? {}));
    this.#head = { ...head, languages: Object.fromEntries(this.languages) };
    if (file !== undefined) markAsUsed(path);
  }

  get(path: string): Fact | undefined {
    this.#asked.add(path);
    return this.#loaded.get(path);
  }

  /** Takes a fact, unless the one that is there says the same and is trusted as soon. */
  set(path: string, { stamp, content, context = noDigest, body }: NewFact): Fact {
    const known = this.#loaded.get(path);
    const says = known !== undefined && known.content === content && known.context === context;
    if (says && isSameStamp(known, stamp) && known.trustedFrom <= stamp.trustedFrom) return known;
    const bytes = Buffer.from(body);
    const fact = { ...stamp, content, context, bytes, start: 0, end: bytes.length };
    this.#freshBytes += bytes.length;
    if (this.#freshBytes <= maxFactFileBytes) this.#fresh.set(path, fact);
    return fact;
  }

  /**
   * Writes what is new, together with what is there, which another process may have changed since.
   *
   * @returns were there changes?
   * @throws what the system says
   */
  save(): boolean {
    const head = { ...this.#head, languages: Object.fromEntries(this.languages) };
    const isSameHead = Object.keys(this.#head.languages).length === this.languages.size;
    if (this.#fresh.size === 0 && isSameHead) return false;
    const facts = this.#withFresh(
      identityOf(this.#path) === this.#loadedFrom
        ? this.#loaded
        : (loadFacts(this.#path, head.version, this.#owner)?.facts ?? new Map()),
    );
    let bytes = 0;
    for (const { start, end } of facts.values()) bytes += end - start;
    if (bytes > maxFactFileBytes) return false;
    saveFacts(this.#path, { head, facts }, this.#owner);
    return true;
  }

  /** Facts with the new ones over them, without facts of files that are gone. */
  #withFresh(facts: ReadonlyMap<string, Fact>): ReadonlyMap<string, Fact> {
    const merged = new Map<string, Fact>();
    for (const [path, fact] of facts) {
      const isKept = this.#fresh.has(path) || this.#asked.has(path) || exists(path);
      if (isKept) merged.set(path, fact);
    }
    for (const [path, fact] of this.#fresh) merged.set(path, fact);
    return merged;
  }
}

/** Identifies a file at a path, and so tells it from a later one. */
function identityOf(path: string): string {
  const stats = exactStatsAt(path);
  return stats === undefined ? "" : `${stats.ino} ${stats.size} ${stats.birthtimeNs}`;
}

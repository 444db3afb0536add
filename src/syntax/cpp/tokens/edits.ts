export type Edit = {
  /** UTF-16 offset. */
  readonly index: number;
  readonly length: number;
  /** The rule that made the edit. */
  readonly rule: string;
};

/** Edits of equal length on one text, gathered in any order. */
export class Edits {
  readonly #edits: (Edit & { readonly put: string })[] = [];
  /** The number of edits with text. */
  puts = 0;
  readonly #without: string | undefined;

  /** @param without a rule whose edits are ignored, to measure its worth */
  constructor(without?: string) {
    this.#without = without;
  }

  get count(): number {
    return this.#edits.length;
  }

  /**
   * Blanks a range, or puts a shorter text at its start and blanks the rest.
   *
   * @returns false for the rule that is left out
   */
  add(index: number, end: number, rule: string, put = ""): boolean {
    if (rule === this.#without) return false;
    if (end <= index) return true;
    this.#edits.push({ index, length: end - index, rule, put });
    if (put !== "") this.puts += 1;
    return true;
  }

  /** The edited text, and the edits in order, none inside another. */
  apply(text: string): { text: string; edits: readonly Edit[] } {
    if (this.#edits.length === 0) return { text, edits: [] };
    const sorted = this.#edits.sort((a, b) => a.index - b.index || b.length - a.length);
    const parts: string[] = [];
    const edits: Edit[] = [];
    let at = 0;
    for (const { index, length, rule, put } of sorted) {
      const end = index + length;
      if (end <= at) continue;
      const start = Math.max(index, at);
      parts.push(text.slice(at, start), blanked(text, start, end, start === index ? put : ""));
      edits.push({ index: start, length: end - start, rule });
      at = end;
    }
    parts.push(text.slice(at));
    return { text: parts.join(""), edits };
  }
}

const spaces = " ".repeat(256);

function blanked(text: string, index: number, end: number, wanted: string): string {
  const old = text.slice(index, end);
  const put = wanted.length > old.length || /[\r\n]/.test(old.slice(0, wanted.length)) ? "" : wanted;
  const isPlain = !old.includes("\n") && !old.includes("\r");
  if (isPlain)
    return (
      put +
      (end - index <= spaces.length ? spaces.slice(0, end - index - put.length) : " ".repeat(end - index - put.length))
    );
  return put + old.slice(put.length).replace(/[^\n\r]/g, " ");
}

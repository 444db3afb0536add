/**
 * The edits of a text, in the tables of the module: see ../assembly/tokens/edits.ts. Input: ranges to blank, with texts to put at their
 * starts; output: the edited text of the same length, and the edits in order.
 */
import type { CppModule } from "./module.ts";

export type Edit = {
  /** UTF-16 offset. */
  readonly index: number;
  readonly length: number;
  /** The rule that made the edit. */
  readonly rule: string;
};

/** The numbers of rules for the module: first the rules that are code. */
export type RuleNumbers = { readonly ids: readonly string[]; readonly numbers: ReadonlyMap<string, number> };

/** Edits of equal length on one text, gathered in any order in tables of the module. */
export class Edits {
  readonly #module: CppModule;
  readonly #rules: RuleNumbers;
  /** Texts that are put, by their negative numbers. */
  readonly #puts: string[] = [];

  /** @param without a rule whose edits are ignored, to measure its worth */
  constructor(module: CppModule, rules: RuleNumbers, without?: string) {
    this.#module = module;
    this.#rules = rules;
    module.exports.beginEdits(without === undefined ? -1 : this.numberOf(without));
  }

  /** The number of a rule; one that no rule has for an unknown id. */
  numberOf(rule: string): number {
    return this.#rules.numbers.get(rule) ?? this.#rules.ids.length;
  }

  /** The number of a text for the module: 0 for none. */
  numberOfPut(put: string): number {
    return put === "" ? 0 : -this.#puts.push(put);
  }

  /** Blanks a range, or puts a shorter text at its start and blanks the rest. */
  add(index: number, end: number, rule: string, put = ""): boolean {
    return this.addNumbered(index, end, this.numberOf(rule), put);
  }

  /**
   * The same for the number of a rule.
   *
   * @returns false for the rule that is left out
   */
  addNumbered(index: number, end: number, rule: number, put: string): boolean {
    return this.#module.exports.addEdit(index, end, rule, this.numberOfPut(put)) !== 0;
  }

  /** The edited text, and the edits in order, none inside another. */
  apply(text: string): { text: string; edits: readonly Edit[] } {
    const module = this.#module;
    const { editCount, editStarts, editEnds, editRules, editPuts } = module.exports;
    const count = editCount.value;
    if (count === 0) return { text, edits: [] };
    const starts = module.numbers(editStarts, count);
    const ends = module.numbers(editEnds, count);
    const rules = module.numbers(editRules, count);
    const puts = module.numbers(editPuts, count);
    const order = Array.from(starts, (_, edit) => edit).sort(
      (a, b) => (starts[a] ?? 0) - (starts[b] ?? 0) || (ends[b] ?? 0) - (ends[a] ?? 0),
    );
    const parts: string[] = [];
    const edits: Edit[] = [];
    let at = 0;
    for (const edit of order) {
      const index = starts[edit] ?? 0;
      const end = ends[edit] ?? 0;
      if (end <= at) continue;
      const start = Math.max(index, at);
      const put = start === index ? this.#textOf(puts[edit] ?? 0) : "";
      parts.push(text.slice(at, start), blanked(text, start, end, put));
      edits.push({ index: start, length: end - start, rule: this.#rules.ids[rules[edit] ?? -1] ?? "" });
      at = end;
    }
    parts.push(text.slice(at));
    return { text: parts.join(""), edits };
  }

  #textOf(put: number): string {
    return put < 0 ? (this.#puts[-put - 1] ?? "") : put === 0 ? "" : this.#module.textAt(put);
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

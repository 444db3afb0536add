import type { RuleId } from "../rules/ids.ts";
import type { Stream } from "../tokens/stream.ts";

type HeadEdit = {
  /** Tokens, both included. */
  readonly from: number;
  readonly to: number;
  readonly rule: RuleId;
  readonly put: string;
  /** True if other rules still see the tokens. */
  readonly isSeen: boolean;
};

/**
 * The edits that a reader of a head finds. Until `make` the tokens are as they were, so that a head can be read again.
 */
export class HeadEdits {
  readonly #stream: Stream;
  #edits: HeadEdit[] | undefined;

  constructor(stream: Stream) {
    this.#stream = stream;
  }

  /** Blanks the tokens from one to another later, and gives the token after them; see `Stream.cut`. */
  cut(from: number, to: number, rule: RuleId, put = ""): number {
    if (to < from) return from;
    this.#add({ from, to, rule, put, isSeen: false });
    return this.#stream.after(to);
  }

  /** Writes a text over the tokens from one to another later, which other rules still see. */
  write(from: number, to: number, rule: RuleId, put: string): void {
    this.#add({ from, to, rule, put, isSeen: true });
  }

  #add(edit: HeadEdit): void {
    this.#edits ??= [];
    this.#edits.push(edit);
  }

  make(): void {
    const stream = this.#stream;
    for (const { from, to, rule, put, isSeen } of this.#edits ?? []) {
      if (isSeen) stream.edits.add(stream.start(from), stream.end(to), rule, put);
      else stream.cut(from, to, rule, put);
    }
    this.#edits = undefined;
  }
}

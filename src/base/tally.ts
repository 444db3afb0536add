/** Sums of numbers by name. */
export class Tally {
  readonly #counts = new Map<string, number>();
  #summary: Readonly<Record<string, number>> | undefined;

  add(counts: Readonly<Record<string, number>>): void {
    this.#summary = undefined;
    for (const [name, count] of Object.entries(counts)) this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }

  /** Name → sum in alphabetical order, or undefined if nothing was added. */
  summary(): Readonly<Record<string, number>> | undefined {
    if (this.#counts.size === 0) return undefined;
    this.#summary ??= Object.fromEntries([...this.#counts].sort(([a], [b]) => (a < b ? -1 : 1)));
    return this.#summary;
  }
}

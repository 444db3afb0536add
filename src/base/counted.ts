/**
 * Returns a whole number with separators, the same under every locale: `25,814`. toLocaleString loads the data of locales, which takes a
 * tenth of a short command.
 */
export function numberText(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** Returns a number with its noun: `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${numberText(count)} ${noun}${count === 1 ? "" : "s"}`;
}

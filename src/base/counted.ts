/** Returns a number with separators, the same under every locale: `25,814`. */
export function numberText(value: number): string {
  return value.toLocaleString("en-US");
}

/** Returns a number with its noun: `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${numberText(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Names in a list by default. */
const maxListedNames = 3;

/** Returns a list such as `a, b, c and 2 more`. */
export function listText(names: readonly string[], most = maxListedNames): string {
  return names.length > most ? `${names.slice(0, most).join(", ")} and ${names.length - most} more` : names.join(", ");
}

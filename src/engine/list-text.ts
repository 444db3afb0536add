/** Names that a list shows, by default. */
const maxListedNames = 3;

/** `a, b, c and 2 more` */
export function listText(names: readonly string[], most = maxListedNames): string {
  return names.length > most ? `${names.slice(0, most).join(", ")} and ${names.length - most} more` : names.join(", ");
}

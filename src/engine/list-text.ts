/** Names that a list shows, by default. */
const maxToldNames = 3;

/** `a, b, c and 2 more` */
export function listText(names: readonly string[], most = maxToldNames): string {
  return names.length > most ? `${names.slice(0, most).join(", ")} and ${names.length - most} more` : names.join(", ");
}

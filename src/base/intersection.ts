/** The items that each of some lists has, in the order of the first one; none for no list. */
export function intersectionOf<Item>([first = [], ...others]: readonly Iterable<Item>[]): Iterable<Item> {
  if (others.length === 0) return first;
  const sets = others.map((list) => new Set(list));
  return Array.from(first).filter((item) => sets.every((set) => set.has(item)));
}

/** Returns the start of paths that ends with the last folder of all of them; "" for none. */
export function commonFolder([first = "", ...others]: readonly string[]): string {
  let end = first.lastIndexOf("/") + 1;
  while (end > 0 && others.some((path) => !path.startsWith(first.slice(0, end)))) {
    end = first.lastIndexOf("/", end - 2) + 1;
  }
  return first.slice(0, end);
}

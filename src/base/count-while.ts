/**
 * Returns how many of the first items of a list something is true, by binary search: for the items after them it is
 * false.
 *
 * @param length of the list
 * @param isTrue for the item at an index
 */
export function countWhile(length: number, isTrue: (index: number) => boolean): number {
  let low = 0;
  for (let high = length; low < high; ) {
    const middle = (low + high) >> 1;
    if (isTrue(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

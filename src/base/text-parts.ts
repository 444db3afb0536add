/** Characters of the parts of a text that are looked at: of fewer ones any long text has most, of more ones names have few. */
const partChars = 4;

/** Bits for the parts of a text, a power of two: a text of 30,000 characters sets a tenth of them. */
const size = 1 << 16;

/**
 * Returns a function that finds whether a text has a string, as `includes` does. It is for hundreds of strings that the text mostly lacks:
 * the parts of the text are known by bits, so that a string with a part that the text does not have is not searched for.
 */
export function stringFinder(text: string): (string: string) => boolean {
  const bits = new Uint8Array(size / 8);
  eachPart(text, (hash) => {
    bits[hash >> 3] = (bits[hash >> 3] ?? 0) | (1 << (hash & 7));
    return true;
  });
  const hasPart = (hash: number) => ((bits[hash >> 3] ?? 0) & (1 << (hash & 7))) !== 0;
  return (string) => eachPart(string, hasPart) && text.includes(string);
}

/** Calls a function with a number for each part of a text, until it returns false. @returns false if it did */
function eachPart(text: string, isWanted: (hash: number) => boolean): boolean {
  let hash = 0;
  for (let i = 0; i < text.length; i++) {
    // Each character goes by 4 bits further, so that the last four are in the 16 bits.
    hash = ((hash << (16 / partChars)) ^ (text.charCodeAt(i) * 0x9e3)) & (size - 1);
    if (i >= partChars - 1 && !isWanted(hash)) return false;
  }
  return true;
}

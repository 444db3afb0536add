/** The text at hand: its bytes in UTF-8, with zeros after its end. */

/** Zeros after the text: nothing that is looked for there is longer, and words are compared and copied eight bytes at a time. */
export const ahead: i32 = 8;

let room: i32 = 1 << 15;

/** The address of the first byte; the host writes them. */
export let text: usize = heap.alloc(<usize>(room + ahead));
/** The address after the last byte. */
export let textEnd: usize = 0;

/** Makes room for a text of at most so many bytes, and returns the address at which the host is to write them. */
export function beginText(most: i32): usize {
  if (most > room) {
    heap.free(text);
    room = most + (most >> 1);
    text = heap.alloc(<usize>(room + ahead));
  }
  return text;
}

/** Ends the text that the host has written. */
export function endText(length: i32): void {
  textEnd = text + <usize>length;
  store<u64>(textEnd, 0);
}

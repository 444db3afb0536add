/**
 * Tables in the memory of the module. Input: a table, which is its address, and a place in it; output: the number there; or the same table
 * with more room. Tables only grow: their sizes double, so that the room of all earlier ones together is not more than theirs.
 */

/** The number of four bytes at a place of a table. */
export function numberAt(table: usize, place: i32): i32 {
  return load<i32>(table + ((<usize>place) << 2));
}

export function setNumber(table: usize, place: i32, value: i32): void {
  store<i32>(table + ((<usize>place) << 2), value);
}

/** The same without a sign. */
export function wordAt(table: usize, place: i32): u32 {
  return load<u32>(table + ((<usize>place) << 2));
}

export function setWord(table: usize, place: i32, value: u32): void {
  store<u32>(table + ((<usize>place) << 2), value);
}

/** The number of two bytes at a place of a table, without a sign. */
export function shortAt(table: usize, place: i32): u32 {
  return load<u16>(table + ((<usize>place) << 1));
}

export function setShort(table: usize, place: i32, value: u32): void {
  store<u16>(table + ((<usize>place) << 1), value);
}

/** The address of a number of four bytes. */
export function addressOfNumber(table: usize, place: i32): usize {
  return table + ((<usize>place) << 2);
}

/** The address of a number of two bytes. */
export function addressOfShort(table: usize, place: i32): usize {
  return table + ((<usize>place) << 1);
}

/** The byte at a place of a table, without a sign. */
export function byteAt(table: usize, place: i32): i32 {
  return load<u8>(table + <usize>place);
}

/** The same with a sign. */
export function signedByteAt(table: usize, place: i32): i32 {
  return load<i8>(table + <usize>place);
}

export function setByte(table: usize, place: i32, value: i32): void {
  store<u8>(table + <usize>place, value);
}

/** Returns a table of zeros. */
export function bytesOf(count: i32): usize {
  const table = heap.alloc(<usize>count);
  memory.fill(table, 0, <usize>count);
  return table;
}

/** The same for numbers of two bytes, and of four. */
export function shortsOf(count: i32): usize {
  return bytesOf(count << 1);
}

export function numbersOf(count: i32): usize {
  return bytesOf(count << 2);
}

export function clearBytes(table: usize, count: i32): void {
  memory.fill(table, 0, <usize>count);
}

export function clearNumbers(table: usize, count: i32): void {
  memory.fill(table, 0, (<usize>count) << 2);
}

/** Returns a copy of a table with more room; what is new is zero. */
export function widerBytes(table: usize, count: i32, room: i32): usize {
  const wide = bytesOf(room);
  memory.copy(wide, table, <usize>count);
  return wide;
}

/** The same for numbers of two bytes, and of four. */
export function widerShorts(table: usize, count: i32, room: i32): usize {
  return widerBytes(table, count << 1, room << 1);
}

export function widerNumbers(table: usize, count: i32, room: i32): usize {
  return widerBytes(table, count << 2, room << 2);
}

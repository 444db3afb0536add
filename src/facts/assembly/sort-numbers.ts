/** The sorting of different numbers by their digits, so that the time is in proportion to their count. */
import { clearNumbers, numberAt, numbersOf, setNumber } from "../../base/assembly/tables";

/** Numbers from which on digits pay. */
const fewNumbers: i32 = 40;
const digits: i32 = 256;

const counts: usize = numbersOf(digits);
let other: usize = 0;
let otherRoom: i32 = 0;

/** Sorts numbers below a limit, ascending. */
export function sortNumbers(table: usize, count: i32, limit: i32): void {
  if (count < fewNumbers) {
    insert(table, count);
    return;
  }
  if (count > otherRoom) {
    if (other !== 0) heap.free(other);
    otherRoom = count << 1;
    other = heap.alloc((<usize>otherRoom) << 2);
  }
  let from = table;
  let to = other;
  for (let shift = 0; shift < 32 && (limit - 1) >>> shift > 0; shift += 8) {
    distribute(from, to, count, shift);
    const passing = from;
    from = to;
    to = passing;
  }
  if (from !== table) memory.copy(table, from, (<usize>count) << 2);
}

function insert(table: usize, count: i32): void {
  for (let index = 1; index < count; index += 1) {
    const number = numberAt(table, index);
    let at = index;
    for (; at > 0 && numberAt(table, at - 1) > number; at -= 1) setNumber(table, at, numberAt(table, at - 1));
    setNumber(table, at, number);
  }
}

/** Copies numbers in the order of one digit; of the same digit, in the order that they have. */
function distribute(from: usize, to: usize, count: i32, shift: i32): void {
  clearNumbers(counts, digits);
  for (let index = 0; index < count; index += 1) {
    const digit = (numberAt(from, index) >>> shift) & (digits - 1);
    setNumber(counts, digit, numberAt(counts, digit) + 1);
  }
  let start = 0;
  for (let digit = 0; digit < digits; digit += 1) {
    const ofDigit = numberAt(counts, digit);
    setNumber(counts, digit, start);
    start += ofDigit;
  }
  for (let index = 0; index < count; index += 1) {
    const number = numberAt(from, index);
    const digit = (number >>> shift) & (digits - 1);
    const place = numberAt(counts, digit);
    setNumber(to, place, number);
    setNumber(counts, digit, place + 1);
  }
}

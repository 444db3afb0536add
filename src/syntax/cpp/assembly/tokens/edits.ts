/**
 * The edits of the text at hand, in the order in which they were made. Input: ranges to blank, with texts to put at their
 * starts; output: tables that the host applies: see ../../tokens/edits.ts.
 */
import { numbersOf, setNumber, widerNumbers } from "../../../../base/assembly/tables";

let room: i32 = 256;
/** The number of edits. */
export let editCount: i32 = 0;
/** The number of edits that put a text, and that of names given to functions: what may change a declaration. */
export let changes: i32 = 0;
/** The rule whose edits are ignored, to measure its worth, or -1. */
let withoutRule: i32 = -1;

/** Tables of numbers: offsets, rules, and texts. */
export let editStarts: usize = numbersOf(room);
export let editEnds: usize = numbersOf(room);
export let editRules: usize = numbersOf(room);
/** Of each edit: 0, the address of a string of this module, or a negative number that the host knows. */
export let editPuts: usize = numbersOf(room);

export function beginEdits(without: i32): void {
  editCount = 0;
  changes = 0;
  withoutRule = without;
}

/** The number of a string in the table. */
export function putOf(text: string): i32 {
  return text.length === 0 ? 0 : <i32>changetype<usize>(text);
}

/**
 * Blanks a range, or puts a shorter text at its start and blanks the rest.
 *
 * @returns false for the rule that is left out
 */
export function addEdit(start: i32, end: i32, rule: i32, put: i32): bool {
  if (rule === withoutRule) return false;
  if (end <= start) return true;
  if (editCount === room) grow();
  const at = editCount;
  setNumber(editStarts, at, start);
  setNumber(editEnds, at, end);
  setNumber(editRules, at, rule);
  setNumber(editPuts, at, put);
  editCount += 1;
  if (put !== 0) changes += 1;
  return true;
}

/** Counts the name of a function that the host has noted. */
export function addChange(): void {
  changes += 1;
}

function grow(): void {
  const before = room;
  room *= 2;
  const after = room;
  editStarts = widerNumbers(editStarts, before, after);
  editEnds = widerNumbers(editEnds, before, after);
  editRules = widerNumbers(editRules, before, after);
  editPuts = widerNumbers(editPuts, before, after);
}

/**
 * The edits that a reader of a head finds. Until `make` the tokens are as they were, so that a head can be read again. One head
 * is read at a time. Input: ranges of tokens; output: edits, in the order in which they were found.
 */

import { numberAt, numbersOf, setNumber, widerNumbers } from "../../../../base/assembly/tables";
import { addEdit, putOf } from "../tokens/edits";
import * as stream from "../tokens/stream";

/** Of each edit: its tokens, both included, its rule, its text, and 1 if other rules still see the tokens. */
const numbersOfEdit = 5;
let room: i32 = 64;
let table: usize = numbersOf(room * numbersOfEdit);
let count: i32 = 0;

/** Begins a head; forgets what was found and not made. */
export function begin(): void {
  count = 0;
}

/** Blanks the tokens from one to another later, and gives the token after them; see `cut` of the stream. */
export function cut(from: i32, to: i32, rule: i32, put: string = ""): i32 {
  return cutWith(from, to, rule, putOf(put));
}

/** The same with a text of the host: see ../tokens/edits.ts. */
export function cutWith(from: i32, to: i32, rule: i32, put: i32): i32 {
  if (to < from) return from;
  add(from, to, rule, put, 0);
  return stream.after(to);
}

/** Writes a text over the tokens from one to another later, which other rules still see. */
export function write(from: i32, to: i32, rule: i32, put: string): void {
  add(from, to, rule, putOf(put), 1);
}

function add(from: i32, to: i32, rule: i32, put: i32, isSeen: i32): void {
  if (count === room) {
    table = widerNumbers(table, room * numbersOfEdit, room * 2 * numbersOfEdit);
    room *= 2;
  }
  const at = count * numbersOfEdit;
  setNumber(table, at, from);
  setNumber(table, at + 1, to);
  setNumber(table, at + 2, rule);
  setNumber(table, at + 3, put);
  setNumber(table, at + 4, isSeen);
  count += 1;
}

export function make(): void {
  for (let edit = 0; edit < count; edit += 1) {
    const at = edit * numbersOfEdit;
    const from = numberAt(table, at);
    const to = numberAt(table, at + 1);
    const rule = numberAt(table, at + 2);
    const put = numberAt(table, at + 3);
    if (numberAt(table, at + 4) === 1) addEdit(stream.start(from), stream.end(to), rule, put);
    else stream.cutWith(from, to, rule, put);
  }
  count = 0;
}

/**
 * The roles of words as macros. Input: the number of a word; output: its role, which the host is asked for once a word: see
 * ../../macros/role-book.ts.
 */

import {
  byteAt,
  bytesOf,
  numberAt,
  numbersOf,
  setByte,
  setNumber,
  shortAt,
  widerBytes,
  widerNumbers,
} from "../../../../base/assembly/tables";
import { lookUpRole } from "../host";
import { spelling } from "./stream";
import { Trait } from "./traits";
import { nextWord, roles, size, traits, wordEnd } from "./vocabulary";

/** Kinds of roles, in the order of `roleKinds`. */
export namespace RoleKind {
  export const attribute: i32 = 0;
  export const other: i32 = 2;
  export const value: i32 = 3;
  export const new_: i32 = 4;
  export const type_: i32 = 5;
  export const wrap: i32 = 6;
  export const access: i32 = 7;
  export const body: i32 = 8;
  export const statement: i32 = 9;
  export const declaration: i32 = 10;
  export const method: i32 = 11;
  export const declares: i32 = 12;
  export const loop: i32 = 13;
  export const close: i32 = 14;
  export const open: i32 = 15;
  export const class_: i32 = 16;
  export const namespace_: i32 = 17;
  export const head: i32 = 18;
  export const function_: i32 = 19;
}

/** The number of a role that is not known, in the table of the vocabulary, and of none. */
const unasked: i32 = 0;
export const noRole: i32 = 1;

/** Roles by their numbers: their kinds, whether they take arguments, what their rests are, and their braces. */
let room: i32 = 256;
let kindsOfRoles: usize = bytesOf(room);
let callsOfRoles: usize = bytesOf(room);
let restsOfRoles: usize = bytesOf(room);
let bracesOfRoles: usize = numbersOf(room);
let roleCount: i32 = 2;

/** Rests of roles that code asks for. */
export namespace RoleRest {
  export const other: i32 = 0;
  /** Of a value: the macro is a cast. */
  export const cast: i32 = 1;
  /** Of a loop: the macro is an `if`. */
  export const if_: i32 = 2;
  /** It has a blank: of a macro that opens scopes, the namespaces that it opens. */
  export const spaced: i32 = 3;
}

/** Adds a role, and returns its number. */
export function addRole(kind: i32, isCall: i32, rest: i32, braces: i32): i32 {
  if (roleCount === room) grow();
  setByte(kindsOfRoles, roleCount, kind);
  setByte(callsOfRoles, roleCount, isCall);
  setByte(restsOfRoles, roleCount, rest);
  setNumber(bracesOfRoles, roleCount, braces);
  roleCount += 1;
  return roleCount - 1;
}

function grow(): void {
  const before = room;
  room *= 2;
  kindsOfRoles = widerBytes(kindsOfRoles, before, room);
  callsOfRoles = widerBytes(callsOfRoles, before, room);
  restsOfRoles = widerBytes(restsOfRoles, before, room);
  bracesOfRoles = widerNumbers(bracesOfRoles, before, room);
}

/** Forgets all roles: no word has one, before `mayHaveRoles`. */
export function emptyRoles(): void {
  roleCount = 2;
  for (let word = 0; word < size; word += 1) setNumber(roles, word, noRole);
}

/** The host knows roles of the words between two offsets, where line feeds are between words: it is asked for each once. */
export function mayHaveRoles(start: i32, end: i32): void {
  for (let at = start; at < end; at = wordEnd + 1) setNumber(roles, nextWord(at, end), unasked);
}

/** Gives a word a role; 0: to be asked for again. */
export function setRole(word: i32, role: i32): void {
  setNumber(roles, word, role);
}

/** The role of a word, or `noRole`. */
export function roleOfWord(word: i32): i32 {
  const role = numberAt(roles, word);
  if (role !== unasked) return role;
  const found = lookUpRole(word);
  setRole(word, found);
  return found;
}

/** The role of the macro that a token names, or `noRole`. */
export function role(index: i32): i32 {
  return roleOfWord(spelling(index));
}

/** The kind of a role, or -1 of none. */
export function kindOfRole(role: i32): i32 {
  return role <= noRole ? -1 : byteAt(kindsOfRoles, role);
}

/** The kind of the role of the macro that a token names, or -1. */
export function roleKind(index: i32): i32 {
  return kindOfRole(role(index));
}

/** True for a role of macros that take arguments. */
export function isCallRole(role: i32): bool {
  return role > noRole && byteAt(callsOfRoles, role) === 1;
}

/** `RoleRest` of a role. */
export function restOfRole(role: i32): i32 {
  return role <= noRole ? RoleRest.other : byteAt(restsOfRoles, role);
}

/** The number of braces that a macro opens, or closes if negative. */
export function bracesOfRole(role: i32): i32 {
  return role <= noRole ? 0 : numberAt(bracesOfRoles, role);
}

/** Written like a macro: capitals, digits and underscores, two capitals at least. */
export function isCapital(index: i32): bool {
  return hasTrait(index, Trait.capital);
}

/** True if the word of a token has a trait. */
export function hasTrait(index: i32, trait: u32): bool {
  return (shortAt(traits, spelling(index)) & trait) !== 0;
}

/** True if a word is surely not a macro. */
export function isPlain(index: i32): bool {
  return !isCapital(index) && role(index) === noRole;
}

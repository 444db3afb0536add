/**
 * The calls of a function that do not fit its parameters any more. Input: an opened file, the place of a call in it, and the shapes of
 * the function before and after a change; output: the reason, or nothing if the code does not surely say it.
 */
import { type CallShape, type ChangedShapes, type GivenArguments, misfitOf } from "./call-shapes.ts";
import type { CodeIndex } from "./code-index.ts";
import { namesItsClass } from "./occurrences.ts";
import { isImplicit } from "./symbol-kind.ts";
import { writtenArgumentsAt } from "./written-arguments.ts";
import type { NamedFile } from "./written-names.ts";

/** The call of a function by its name, or of the class that it makes an object of. */
type CallPlace = { readonly offset: number; readonly length: number };

/** A call that does not fit. */
export type Misfit = { readonly reason: string; readonly hasFitted: boolean };

/** UTF-16 code units before a name in which its receiver is looked for. */
const maxReceiver = 200;

/** Receivers that may be a class or an object of it. */
const openReceiver = /(?:\bcls|\b__class__|\btype\s*\([^()]*\))\s*\.\s*$/;
const ofBase = /\bsuper\s*\([^()]*\)\s*\.\s*$/;

/** The reason why a call does not fit; undefined if it does, or if it is not known. */
export function misfitAt(
  file: NamedFile,
  { offset, length }: CallPlace,
  { word, takes }: { readonly word: string; readonly takes: ChangedShapes },
): Misfit | undefined {
  const { tree, text, index } = file;
  const written = writtenArgumentsAt(tree, offset, length);
  if (written === undefined || written.isOpen) return undefined;
  const names = written.names.map((node) => text.slice(tree.start(node), tree.end(node)));
  // A class is called without the name of its constructor.
  const isMade = isImplicit(word) && text.slice(offset, offset + length) !== word;
  const given = { count: written.count - names.length, names };
  const reason = misfit(file, offset, isMade, given, takes.now);
  if (reason === undefined || namesMacro(text.slice(written.start, written.end), index)) return undefined;
  return { reason, hasFitted: misfit(file, offset, isMade, given, takes.before) === undefined };
}

function misfit(
  file: NamedFile,
  offset: number,
  isMade: boolean,
  given: GivenArguments,
  shapes: readonly CallShape[],
): string | undefined {
  const before = file.text.slice(Math.max(offset - maxReceiver, 0), offset);
  const isOfObject = shapes.some(({ receiver }) => receiver === "object");
  if (isMade || !isOfObject || ofBase.test(before)) return misfitOf(shapes, given);
  if (openReceiver.test(before) || !/\.\s*$/.test(before)) return undefined;
  if (!namesItsClass(file, offset)) return misfitOf(shapes, given);
  // A.f(a, 1): the first argument is the object.
  return given.count === 0 ? undefined : misfitOf(shapes, { ...given, count: given.count - 1 });
}

/** True for a text with the name of a macro, which may stand for several parameters or arguments. */
export function namesMacro(text: string, index: CodeIndex): boolean {
  const words = new Set(text.match(/[\p{L}_][\p{L}\p{N}_]*/gu));
  return [...words].some((word) => index.named(word).some(({ kind }) => kind === "macro"));
}

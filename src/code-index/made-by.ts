import * as z from "zod";
import type { CodeIndex } from "./code-index.ts";

/** A function by its name, and the parameters of it that may be given a converted argument. */
const Taker = z.object({ name: z.string(), parameters: z.array(z.number()).readonly() });

/** The names that are written where a constructor or an operator is called, and the files that may have such calls. */
export const MadeBy = z.object({
  /** Of classes and fields; empty for symbols that are called only by their names. */
  names: z.array(z.string()).readonly(),
  /** In no order. */
  paths: z.array(z.string()).readonly(),
  /** Of a constructor that converts arguments the functions that take an object of its class. */
  takers: z.array(Taker).readonly().optional(),
});
export type MadeBy = Readonly<z.infer<typeof MadeBy>>;

/** The part of a code base by which the calls of a symbol are found. */
export type NamedCode = {
  readonly index: CodeIndex;
  /** The text of a file; undefined if it cannot be read. */
  textOf(path: string): string | undefined;
  /** The files whose text has a word, in path order. */
  filesWith(word: string): readonly string[];
};

/** True if a text has a name as a whole word. */
export function hasWord(text: string, name: string): boolean {
  return text.includes(name) && (text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu)?.includes(name) ?? false);
}

import type { Resolution } from "../../src/code-index/resolution.ts";
import { eachFile } from "./navigation.ts";

/** Joins texts of the numbers from 0 on. */
export const many = (count: number, textOf: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => textOf(index)).join("");

/** Resolves each name `word` of a C++ text, in source order. */
export async function inCpp(text: string, word: string): Promise<readonly Resolution[]> {
  const found: Resolution[] = [];
  await eachFile({ "a.cpp": text }, (open) => {
    for (const { index } of text.matchAll(new RegExp(`\\b${word}\\b`, "g")))
      found.push(open.resolver.resolve(open, index));
  });
  return found;
}

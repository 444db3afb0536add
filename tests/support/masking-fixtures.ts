import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { type KnownMacros, type MacroRoles, maskMacros, rolesOfData } from "../../src/syntax/masking/mask.ts";

export const wellKnown = rolesOfData(
  JSON.parse(readFileSync(new URL("../../queries/cpp/macros.json", import.meta.url), "utf8")),
);
export const known = knownEverywhere(wellKnown);

/** Causes of errors, one a case, and the near misses of each; CONTRIBUTING.md has the format. */
const folder = fileURLToPath(new URL("../fixtures/masking/", import.meta.url));
export const themes = readdirSync(folder).map((file) => ({ file, text: readFileSync(join(folder, file), "utf8") }));

export function knownEverywhere(everywhere: MacroRoles): KnownMacros {
  return { project: new Map(), folder: new Map(), everywhere };
}

/** Expects masking to keep length and line breaks of all fixtures in one text, mutated anew in each round. */
export function expectSameShape(rounds: number, seed: number): void {
  const source = themes.map(({ text }) => text).join("\r\n");
  const random = generator(seed);
  for (let round = 0; round < rounds; round += 1) {
    const text = mutated(source, random);
    const masked = maskMacros(text, known).text;
    expect(masked.length).toBe(text.length);
    expect(masked.replace(/[^\r\n]/g, " ")).toBe(text.replace(/[^\r\n]/g, " "));
  }
}

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The text with pieces taken out, doubled and swapped. */
function mutated(text: string, random: () => number): string {
  let result = text;
  for (let step = 0; step < 12; step += 1) {
    const at = Math.floor(random() * result.length);
    const end = at + Math.floor(random() * 40);
    const piece = result.slice(at, end);
    const to = Math.floor(random() * result.length);
    result = random() < 0.5 ? result.slice(0, at) + result.slice(end) : result.slice(0, to) + piece + result.slice(to);
  }
  return result;
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { asksFor, macroDigest } from "../../src/facts/macro-digests.ts";
import { Vocabulary } from "../../src/facts/words.ts";
import type { MacroRoles } from "../../src/syntax/macro-roles.ts";

const names = ["A", "B", "C", "D", "plain", "other"];
const role = fc.constantFrom("attribute", "statement", "alias B", "alias C D");
const roles: fc.Arbitrary<MacroRoles> = fc
  .dictionary(fc.constantFrom(...names.slice(0, 4)), role, { maxKeys: 3 })
  .map((entries) => new Map(Object.entries(entries)));
const text = fc.array(fc.constantFrom(...names, ...names.map((name) => asksFor + name)), { maxLength: 6 });

function digestOf(
  words: readonly string[],
  everywhere: MacroRoles,
  folder: MacroRoles,
  vocabulary: Vocabulary,
): string {
  const ids = Uint32Array.from(new Set(words), (word) => vocabulary.idOf(word)).sort();
  return macroDigest(ids, vocabulary, { project: new Map(), everywhere, folder });
}

test("the digest of a text is the same, whichever texts and folders came before", () => {
  fc.assert(
    fc.property(
      roles,
      fc.array(roles, { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(text, fc.nat(2), fc.boolean())),
      (everywhere, folders, texts) => {
        const vocabularies = [new Vocabulary(), new Vocabulary()] as const;
        for (const [words, number, isOther] of texts) {
          const folder = folders[number % folders.length] ?? new Map();
          const shared = digestOf(words, everywhere, folder, vocabularies[isOther ? 1 : 0]);
          expect(shared).toBe(digestOf(words, new Map(everywhere), new Map(folder), new Vocabulary()));
        }
      },
    ),
  );
});

test("a macro of a folder changes the digests of the texts that have its name", () => {
  const vocabulary = new Vocabulary();
  const everywhere: MacroRoles = new Map();
  const folder: MacroRoles = new Map([["plain", "attribute"]]);
  const digests = (words: readonly string[]) =>
    [new Map(), folder].map((roles) => digestOf(words, everywhere, roles, vocabulary));
  const [without, having] = digests(["plain"]);
  expect(having).not.toBe(without);
  const [asking, known] = digests([`${asksFor}plain`]);
  expect(known).not.toBe(asking);
  const [one, same] = digests(["other"]);
  expect(same).toBe(one);
});

test("a condition that asks for a macro does not depend on branches that common builds leave out", () => {
  const digests = (key: string) =>
    [[], ["attribute!"], ["attribute"]].map((all) => {
      const roles = new Map(all.map((one) => ["plain", one]));
      return digestOf([key], roles, new Map(), new Vocabulary());
    });
  const [without, leftOut, defined] = digests(`${asksFor}plain`);
  expect(leftOut).toBe(without);
  expect(defined).not.toBe(without);
  const [unread, read] = digests("plain");
  expect(read).not.toBe(unread);
});

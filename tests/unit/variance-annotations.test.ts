import { describe, expect, test } from "vitest";
import { withParsed } from "../../src/syntax/parse.ts";
import { blankVarianceAnnotations } from "../../src/syntax/typescript/variance-annotations.ts";
import { languageNamed } from "../support/shipped-languages.ts";

/** The text that the grammar reads for a declaration, `_` standing for what is taken away. */
const copies: readonly (readonly [code: string, copy: string])[] = [
  ["interface A<out T> { get(): T; }", "interface A<___ T> { get(): T; }"],
  ["class A<in T, out U extends B<in1> = C> {}", "class A<__ T, ___ U extends B<in1> = C> {}"],
  ["type A<in out T> = (a: T) => T;", "type A<__ ___ T> = (a: T) => T;"],
  ["const A = class<in T> {};", "const A = class<__ T> {};"],
  ["abstract class A<const T, in\nout U> extends B<T> {}", "abstract class A<const T, __\n___ U> extends B<T> {}"],
  ["type A<F extends (a: B, c: D) => { e: G }, out T> = F;", "type A<F extends (a: B, c: D) => { e: G }, ___ T> = F;"],
  ["interface A</* a > b */ T, B extends '>', out C> {}", "interface A</* a > b */ T, B extends '>', ___ C> {}"],
];

/** Code without an annotation. */
const nearMisses: readonly string[] = [
  "interface A<out, T> { b: out; }",
  "type A = { [in1 in keyof B]: C };",
  "function f<const T extends readonly unknown[]>(a: T): T { return a; }",
  "class A<const T> { m(out: T, ...rest: T[]) {} }",
  "for (const a in b) if (a < c) d(e, out);",
  "type A<T> = B<T, out>; // interface C<out T>",
];

describe("annotations of variance in TypeScript", () => {
  test.each(copies)("%s", (code, copy) => {
    const blanked = blankVarianceAnnotations(code);
    expect(blanked).toBe(copy.replaceAll("_", " "));
    expect(blanked).toHaveLength(code.length);
  });

  test.each(nearMisses)("leaves %s", (code) => expect(blankVarianceAnnotations(code)).toBe(code));

  test.each(["typescript", "tsx"])("are no syntax error of %s, and hide no declaration", async (name) => {
    const language = languageNamed(name);
    for (const code of [...copies.map(([code]) => code), ...nearMisses]) {
      const names = await withParsed(language, code, {}, (file) => {
        expect(file.diagnostics(1).diagnostics, code).toEqual([]);
        return file.symbols().map((symbol) => symbol.name);
      });
      if (/^(?:interface|class|type) A/.test(code)) expect(names[0]).toBe("A");
    }
  });
});

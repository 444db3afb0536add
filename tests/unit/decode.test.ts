/** The decoding of files: one decoder reads all files of an encoding, and wrong bytes of one leave nothing for the next. */
import { expect, test } from "vitest";
import { decode } from "../../src/workspace/decode.ts";

const declaration = "coding[:=]\\s*([-\\w.]+)";

test.each([
  ["utf-8", Buffer.from("é"), [0xc3]],
  ["gbk", Buffer.from([0xc4, 0xe3]), [0xc4]],
])("a file of %s after one that ends within a character", (encoding, right, wrong) => {
  const head = Buffer.from(`# coding: ${encoding}\n`);
  const read = (bytes: Uint8Array) => decode(Buffer.concat([head, bytes]), declaration);
  const first = read(right);
  expect(first).not.toHaveProperty("warning");
  expect(read(Buffer.from(wrong))).toHaveProperty("warning");
  expect(read(right)).toEqual(first);
});

test("a mark of UTF-8 is not part of the text, whatever was read before", () => {
  const marked = Buffer.from("\ufeffa = 1");
  expect([decode(marked), decode(Buffer.from("b")), decode(marked)]).toEqual([
    { text: "a = 1" },
    { text: "b" },
    { text: "a = 1" },
  ]);
});

test("ASCII is not read as it is in an encoding that gives its bytes another meaning", () => {
  const text = '# coding: iso-2022-jp\n\u001b$B$"\u001b(B';
  expect(decode(Buffer.from(text), declaration)).toEqual({ text: "# coding: iso-2022-jp\nあ" });
});

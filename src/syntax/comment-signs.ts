import * as z from "zod";

/** The signs of a comment over several lines: `/*`, `*` and `*` with a slash. */
const BlockSigns = z.strictObject({
  start: z.string().min(1).describe("The start of the comment: `/*`"),
  end: z.string().min(1).describe("The end of the comment"),
  margin: z
    .string()
    .length(1)
    .optional()
    .describe("The character that may repeat the signs, and begin the lines between them: `*`"),
});

/** The signs of comments, which are not a part of documentation. By default the signs of C. */
export const CommentSigns = z.strictObject({
  line: z
    .array(z.string().min(1))
    .default([])
    .describe(
      "Signs of a comment up to the end of its line, the longest first: `//`; their last character may be repeated",
    ),
  block: z.array(BlockSigns).default([]).describe("Signs of comments over several lines"),
});

export type CommentSigns = Readonly<z.infer<typeof CommentSigns>>;

/** The signs of a comment over several lines. */
export type BlockSigns = Readonly<z.infer<typeof BlockSigns>>;

/** The signs of C and of languages like it. */
export const signsLikeC: z.input<typeof CommentSigns> = {
  line: ["//"],
  block: [{ start: "/*", end: "*/", margin: "*" }],
};

/** The signs of the comment over several lines that begins at an offset of a text; undefined for another comment. */
export function blockSignsAt(text: string, offset: number, { block }: CommentSigns): BlockSigns | undefined {
  return block.find(({ start }) => text.startsWith(start, offset));
}

/** Returns the lines of a comment without its signs, and without the marks `!` and `<` of documentation after its first sign. */
export function uncommented(comment: string, signs: CommentSigns): readonly string[] {
  const block = blockSignsAt(comment, 0, signs);
  if (block === undefined) {
    const sign = signs.line.find((one) => comment.startsWith(one));
    return [sign === undefined ? comment : afterSign(comment, sign, sign.at(-1)).replace(/^ /, "")];
  }
  const { start, end, margin } = block;
  const inner = afterSign(comment, start, margin);
  const text = inner.endsWith(end) ? inner.slice(0, -end.length) : inner;
  const lines = withoutEnd(text, margin).split("\n");
  return margin === undefined ? lines : lines.map((line) => withoutMargin(line, margin));
}

function afterSign(comment: string, sign: string, repeated: string | undefined): string {
  let at = sign.length;
  while (at < comment.length && comment.charAt(at) === repeated) at++;
  if (comment.charAt(at) === "!") at++;
  if (comment.charAt(at) === "<") at++;
  return comment.slice(at);
}

function withoutEnd(text: string, margin: string | undefined): string {
  let end = text.length;
  while (end > 0 && text.charAt(end - 1) === margin) end--;
  return text.slice(0, end);
}

/** A line without the margin that it begins with; `**bold**` is text. */
function withoutMargin(line: string, margin: string): string {
  const start = line.length - line.trimStart().length;
  let end = start;
  while (end < line.length && line.charAt(end) === margin) end++;
  const isText = end === start || /^\S*/.exec(line.slice(end))?.[0].includes(margin) === true;
  return isText ? line : line.slice(end);
}

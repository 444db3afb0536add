import { Char, type Stream } from "../tokens/stream.ts";
import { Kind } from "../tokens/token-list.ts";

/** `export` of a declaration; `module m;`, `import m;`, which stand at the start of a line. */
export function maskModule(stream: Stream, index: number): void {
  const { text } = stream;
  const after = stream.after(index);
  const spelling = stream.textOf(index);
  if (!stream.isFirst(index) && stream.textOf(stream.before(index)) !== "export") return;
  if (spelling === "export") {
    const word = stream.textOf(after);
    if (word === "module" || word === "import") return void cutModule(stream, index, endOfStatement(stream, index));
    const isBlock = stream.kind(after) === Char.openBrace;
    if (stream.kind(after) === Kind.word || isBlock) stream.cut(index, index, "export-of-declaration");
    return;
  }
  const end = text.indexOf("\n", stream.start(index));
  const line = text.slice(stream.end(index), end < 0 ? text.length : end);
  const isModule = spelling === "module" && moduleName.test(line);
  const isImport = spelling === "import" && importName.test(line);
  const isTop =
    index === stream.first ||
    stream.start(index) === 0 ||
    text.charCodeAt(stream.start(index) - 1) === 10 ||
    stream.before(index) < 0;
  const last = isTop && (isModule || isImport) ? endOfStatement(stream, index) : 0;
  cutModule(stream, index, last);
}

/** What follows `module` and `import` on their line: a name, maybe of a partition, a header, then attributes. */
const moduleName = /^\s*(?:|\s:\s*private|\s\w+(?:\s*[.:]\s*\w+)*)\s*(?:\[\[.*\]\]\s*)?;/;
const importName = /^\s*(?:\s:?\s*[\w.]+(?:\s*:\s*[\w.]+)?|<[^>]+>|"[^"]+")\s*(?:\[\[.*\]\]\s*)?;/;

function cutModule(stream: Stream, from: number, last: number): void {
  if (last > 0) stream.cut(from, last, "module-declaration");
}

/** The semicolon that ends a statement without braces, or 0. */
function endOfStatement(stream: Stream, from: number): number {
  let at = from;
  for (let steps = 0; steps < 200; steps += 1) {
    const type = stream.kind(at);
    if (type === Char.semicolon) return at;
    if (type === Char.openBrace || type === Char.closeBrace || type === Kind.end) return 0;
    at = stream.after((type === Char.open && stream.partner(at)) || at);
  }
  return 0;
}

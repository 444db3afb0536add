import type { IndexedFile } from "../../src/code-index/code-index.ts";
import { type Completions, findCompletions } from "../../src/code-index/completions/find-completions.ts";
import { indexingOf } from "../../src/code-index/languages.ts";
import { indexedFile, memoryIndex } from "../../src/code-index/memory-index.ts";
import { overlayIndex } from "../../src/code-index/overlay-index.ts";
import { type ParsedFile, partParserOf, withParsed } from "../../src/syntax/parse.ts";
import { offsetAt, positionsIn } from "../../src/syntax/positions.ts";
import { languageFor } from "./shipped-languages.ts";

const root = "/code";
const cursor = "¦";

/**
 * Completes the name at the `¦` of the first of some files, over an index of all of them. Paths are relative.
 *
 * @param saved the text of the first file that the index knows, where it is another one
 */
export async function completedCode(files: Readonly<Record<string, string>>, saved?: string): Promise<Completions> {
  const paths = Object.keys(files);
  const [first = ""] = paths;
  const marked = files[first] ?? "";
  const offset = marked.indexOf(cursor);
  const text = marked.replace(cursor, "");
  const indexed: IndexedFile[] = [];
  for (const path of paths) {
    const whole = path === first ? (saved ?? text) : (files[path] ?? "");
    indexed.push(await parsed(path, whole, (file, name) => indexedAt(path, name, file, false)));
  }
  const index = memoryIndex([root], indexed);
  const found = await findCompletions(
    {
      index,
      countFilesWith: (word) => Object.values(files).filter((whole) => whole.includes(word)).length,
      savedFile: (path) => {
        const file = index.fileAt(path);
        return file && { file, text: path === indexed[0]?.path ? (saved ?? text) : (files[path] ?? "") };
      },
      withText: async (path, own, use) => {
        const relative = path.slice(root.length + 1);
        const parsePart = await partParserOf(languageFor(relative));
        return parsed(relative, own, (file, name) => {
          const opened = indexedAt(relative, name, file, true);
          const overlay = overlayIndex(index, opened);
          return use({
            ...{ file: opened, text: own, tree: file.flat().tree, locals: file.locals(), index: overlay, parsePart },
            resolver: indexingOf(name).resolver({ index: overlay }),
            indexing: indexingOf(name),
            joinedText: own,
            referenceTags: () => new Map(),
            positionOf: positionsIn(own),
            offsetAt: (line, column) => offsetAt(own, line, column),
          });
        });
      },
    },
    `${root}/${first}`,
    text,
    offset,
  );
  if (found === undefined) throw new Error(`${first} is not in the index`);
  return found;
}

function parsed<Result>(path: string, text: string, use: (file: ParsedFile, language: string) => Result) {
  const language = languageFor(path);
  return withParsed(language, text, {}, (file) => use(file, language.name));
}

function indexedAt(path: string, language: string, file: ParsedFile, withLocals: boolean) {
  const facts = indexingOf(language).declarationsIn(file, withLocals);
  return indexedFile({ path: `${root}/${path}`, language, facts });
}

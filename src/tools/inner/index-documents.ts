import * as z from "zod";
import { documentOf, SymbolRow, symbolsOf } from "../../scip/document.ts";
import { coverageOf } from "../answers/index-answer.ts";
import { defineIndexTool } from "../contract/index-tool.ts";

const IndexDocumentsArguments = z.object({
  /** The folder whose files are indexed: absolute, with `/` between its parts. */
  filepath: z.string(),
});

type IndexDocumentsArguments = z.infer<typeof IndexDocumentsArguments>;

/** The answer without the rows of files: symbols of files that could not be read, which others may use. */
export const IndexedSymbols = z.object({ external: z.array(SymbolRow).default([]) });

/** Makes a document of SCIP of each file of a folder. It is in no list: the command `index` calls it. */
export const indexDocuments = defineIndexTool<IndexDocumentsArguments>({
  needs: "index",
  name: "index_documents",
  title: "Index documents",
  description: "Makes documents for an index of a folder.",
  input: IndexDocumentsArguments,
  kind: "symbols",
  plan: async ({ index }) => ({ files: index.files.map(({ path }) => path), found: {} }),
  rowsFrom: "names once",
  rowsOf: (file, code, _, { filepath }) => documentOf(file, code, filepath),
  next: async (code, { files }, rows, { filepath }) => {
    const read = new Set(rows.map((row) => row.filepath));
    const external = files
      .filter((path) => !read.has(code.nameOf(path)))
      .flatMap((path) => code.index.fileAt(path) ?? [])
      .flatMap((file) => symbolsOf(file, code, filepath));
    return { files: [], found: { external } };
  },
  answer: ({ found }, _, __, bounds) => ({ head: found, lists: [], tail: coverageOf(bounds) }),
});

// @ts-check
/**
 * Prepares real code bases to measure on, from Debian packages.
 *
 *   node lab/run.mjs corpora [--to DIR] [NAME…]
 *
 * NAME is a corpus of the table in lab/truths/corpora.mjs, or any other package: `deb:PACKAGE` unpacks a binary
 * package (headers, or the modules of `python3-…`), `src:PACKAGE` a source package. Without names,
 * every corpus of the table is prepared. What a corpus needs is prepared with it. DIR is `.corpora/`
 * in the repository unless told otherwise. What is there already is skipped; remove DIR/NAME to
 * have it made again.
 */
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { corpora, corpusOf, defaultFolder, prepareOne } from "../truths/corpora.mjs";

const { values, positionals } = argumentsOf(import.meta.url, { to: { type: "string", default: defaultFolder } });
const folder = resolve(values.to);
const chosen = positionals.length > 0 ? positionals.map(corpusOf) : corpora;
const needed = chosen.flatMap(({ needs = [] }) => needs).map(corpusOf);
mkdirSync(folder, { recursive: true });
const prepared = [...new Map([...chosen, ...needed].map((it) => [it.name, it])).values()].map((corpus) =>
  prepareOne(corpus, folder),
);
process.exitCode = prepared.every(Boolean) ? 0 : 1;

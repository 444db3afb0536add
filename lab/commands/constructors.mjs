// @ts-check
/**
 * Compares find_references of constructors with the calls that libclang sees, as constructor-calls.py wrote them down.
 *
 *   node lab/run.mjs constructors --truth FILE ROOT [--misses]
 *
 * FILE is a NAME.constructors.jsonl, ROOT the code base that it was made of. Lines are compared, since a tool may point at the variable or at its type: `precision` is of the
 * lines of confirmed rows, but those in files that libclang did not read and those that make an object by a library
 * (`make_unique`, `emplace`); `written` is the recall of calls whose line has the name of the class or initializes a member,
 * `implicit` that of all others, which are conversions, bases and members that nothing names.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { Product } from "../product/product-answers.mjs";
import { jsonLines } from "../programs.mjs";
import { percent } from "../sides.mjs";

/** @typedef {{ file: string, line: number }} Line */
/** @typedef {{ symbol: Line & { column: number, name: string }, calls: (Line & { written: boolean })[], unsure: string[] }} Truth */

/** What makes an object by a library, which libclang shows at the library's own code. */
const byLibrary = /\b(?:make_\w+|emplace\w*|try_emplace|construct|in_place\w*|allocate_\w+|reset|Make\w+)\s*[<(]/;

const { values, positionals, refuse } = argumentsOf(
  import.meta.url,
  { truth: { type: "string" }, misses: { type: "boolean", default: false } },
  1,
);
if (values.truth === undefined) throw refuse();
const root = resolve(positionals[0] ?? "");
/** @type {Truth[]} */
const truths = jsonLines(readFileSync(values.truth, "utf8"));

const keyOf = (/** @type {Line} */ { file, line }) => `${file}:${line}`;
const textAt = (/** @type {Line} */ { file, line }) =>
  readFileSync(join(root, file), "utf8").split("\n")[line - 1] ?? "";

const counts = { right: 0, wrong: 0, written: 0, writtenFound: 0, implicit: 0, implicitFound: 0, possible: 0 };
const product = await Product.of(root);
try {
  for (const { symbol, calls, unsure } of truths) {
    const { confirmed, possible } = await product.referencesAt(symbol);
    const uses = confirmed.filter(({ type }) => type !== "declaration" && type !== "definition");
    const found = new Set(uses.map(keyOf));
    const maybe = new Set(possible.map(keyOf));
    const known = new Set(calls.map(keyOf));
    for (const use of new Map(uses.map((one) => [keyOf(one), one])).values()) {
      if (known.has(keyOf(use))) counts.right += 1;
      else if (!unsure.includes(use.file) && !byLibrary.test(textAt(use))) {
        counts.wrong += 1;
        if (values.misses) console.log(`wrong ${symbol.name} ${keyOf(use)} | ${textAt(use).trim()}`);
      }
    }
    for (const call of calls) {
      const kind = call.written ? "written" : "implicit";
      counts[kind] += 1;
      if (found.has(keyOf(call))) counts[`${kind}Found`] += 1;
      else {
        if (maybe.has(keyOf(call))) counts.possible += 1;
        if (values.misses) console.log(`missed ${kind} ${symbol.name} ${keyOf(call)} | ${textAt(call).trim()}`);
      }
    }
  }
} finally {
  await product.close();
}

const { right, wrong, written, writtenFound, implicit, implicitFound, possible } = counts;
console.log(`${truths.length} constructors, lines with a call: ${written} written, ${implicit} implicit`);
console.log(
  `precision ${percent(right, right + wrong)}, written ${percent(writtenFound, written)}, implicit ${percent(implicitFound, implicit)}`,
);
console.log(`missed, but among the possible rows: ${possible}`);

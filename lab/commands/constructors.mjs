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
import { resolve } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { compareCalls, lineKey, textAt } from "../navigation/constructor-lines.mjs";
import { Product } from "../product/product-answers.mjs";
import { jsonLines } from "../programs.mjs";
import { percent } from "../sides.mjs";

/** @typedef {import("../navigation/constructor-lines.mjs").ConstructorTruth} ConstructorTruth */

const { values, positionals, refuse } = argumentsOf(
  import.meta.url,
  { truth: { type: "string" }, misses: { type: "boolean", default: false } },
  1,
);
if (values.truth === undefined) throw refuse();
const root = resolve(positionals[0] ?? "");
/** @type {ConstructorTruth[]} */
const truths = jsonLines(readFileSync(values.truth, "utf8"));

const counts = { right: 0, wrong: 0, written: 0, writtenFound: 0, implicit: 0, implicitFound: 0, possible: 0 };
const product = await Product.of(root);
try {
  for (const truth of truths) {
    const { symbol, calls } = truth;
    const { confirmed, possible } = await product.referencesAt(symbol);
    const maybe = new Set(possible.map(lineKey));
    const { right, wrong, missing } = compareCalls(truth, confirmed, root);
    counts.right += right.length;
    counts.wrong += wrong.length;
    counts.possible += missing.filter((call) => maybe.has(lineKey(call))).length;
    for (const { written } of calls) counts[written ? "written" : "implicit"] += 1;
    for (const { written } of right) counts[written ? "writtenFound" : "implicitFound"] += 1;
    if (!values.misses) continue;
    for (const use of wrong) console.log(`wrong ${symbol.name} ${lineKey(use)} | ${textAt(root, use).trim()}`);
    for (const call of missing) {
      const kind = call.written ? "written" : "implicit";
      console.log(`missed ${kind} ${symbol.name} ${lineKey(call)} | ${textAt(root, call).trim()}`);
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

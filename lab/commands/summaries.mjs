// @ts-check
/**
 * Compares get_file_summary with pmccabe and cloc on C++, and with Python's mccabe and cloc on Python.
 *
 *   node lab/run.mjs summaries [--files N] [--half tune | report | both] [--show N] cpp|python FOLDER…
 *
 *   --files N  compares N files (default 1,000), by a hash of their paths
 *   --half     the half of the files to take them from, by the same hash: rules are made on `tune`, and figures are those
 *              of `report` (default)
 *   --show N   prints N differences of each kind (default 3)
 *
 * Prints what is equal, and why the rest is not; of each reason, how often. Exits 1 when there is a difference without one.
 * Needs pmccabe, cloc and python3-mccabe, as Debian has them. PYTHON names a Python with mccabe, CODEGROVE another main.cjs
 * than the built one.
 */
import { join } from "node:path";
import { argumentsOf } from "../arguments.mjs";
import { compareCpp, comparePython } from "../comparisons/summaries.mjs";
import { byHash, halfOf, hashOf } from "../halves.mjs";
import { sourcesBelow } from "../truths/source-files.mjs";

const { values, positionals, refuse } = argumentsOf(
  import.meta.url,
  {
    files: { type: "string", default: "1000" },
    half: { type: "string", default: "report" },
    show: { type: "string", default: "3" },
  },
  2,
);
const [language, ...folders] = positionals;
if (language !== "cpp" && language !== "python") throw refuse();
const extension = language === "cpp" ? /\.(?:cc|cpp|cxx|h|hh|hpp)$/ : /\.py$/;
/** Path → that below its folder. */
const files = new Map(
  folders.flatMap((folder) => sourcesBelow(folder, language).map((file) => [join(folder, file), file])),
);
const hash = (/** @type {string} */ path) => hashOf(files.get(path) ?? path);
const half = { tune: 0, report: 1 }[values.half];
const judged = [...files.keys()].filter((path) => half === undefined || halfOf(hash(path)) === half);
const paths = byHash(
  judged.filter((path) => extension.test(path)),
  hash,
)
  .slice(0, Number(values.files))
  .sort();
console.log(`${String(paths.length).padStart(7)}  files of ${language}`);
const score = language === "cpp" ? compareCpp(paths) : comparePython(paths);
score.print(Number(values.show));
process.exitCode = score.unexplainedPlaces.length > 0 ? 1 : 0;

// @ts-check
/**
 * Compiles the headers that extract_interface makes: of headers that `g++ -fsyntax-only -std=c++17` takes by themselves, it
 * must take what is made of them as well.
 *
 *   node lab/run.mjs headers [--half tune|report|all] [--count N] [--minutes N] [--private]
 *     [--no-comments] [DIR…]
 *
 * DIR are folders of headers below which N headers are picked by a hash of their path, for each folder alike; by default
 * those of Debian's packages of fmt, jsoncpp, tinyxml2, eigen, boost, abseil, protobuf, leveldb and others, as far as they
 * are installed. Of the picked headers one half is to tune on, the other to report. Prints each one that fails, as it is found, with
 * the first error of g++, and exits 1 when more than one of a hundred does. After `--minutes` it says how far it came.
 * Headers that include others from a folder of their own find it by CPLUS_INCLUDE_PATH.
 */
import { execFile } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { argumentsOf } from "../arguments.mjs";
import { byHash, halfOf, hashOf } from "../halves.mjs";
import { main } from "../programs.mjs";

const run = promisify(execFile);

/** Folders of headers, and the folder that their includes are relative to. */
const known = [
  ...["fmt", "json", "jsoncpp/json", "leveldb", "nlohmann", "spdlog", "yaml-cpp", "rapidjson", "re2", "gtest", "absl"],
  ...["google/protobuf", "eigen3/Eigen", "boost", "pugixml.hpp", "tinyxml2.h", "opencv4/opencv2"],
].map((name) => join("/usr/include", name));

const { values, positionals } = argumentsOf(import.meta.url, {
  half: { type: "string", default: "all" },
  count: { type: "string", default: "200" },
  minutes: { type: "string" },
  private: { type: "boolean", default: false },
  "no-comments": { type: "boolean", default: false },
});
const folders = (positionals.length > 0 ? positionals : known).filter((folder) => existsSync(folder));
const includes = ["/usr/include/eigen3", "/usr/include/jsoncpp", "/usr/include/opencv4", ...positionals];
const work = mkdtempSync(join(tmpdir(), "headers-"));
const seconds = 60;

const deadline = Date.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000;

let wrong = 0;
let right = 0;
let unfit = 0;
const picked = pick(Number(values.count) * 2).values();
try {
  await Promise.all([worker(0), worker(1)]);
} finally {
  rmSync(work, { recursive: true, force: true });
}
const share = (100 * right) / Math.max(right + wrong, 1);
console.log(`headers that compile ${right + wrong}, of those made ${right} (${share.toFixed(2)} %), unfit ${unfit}`);
process.exitCode = share >= 99 ? 0 : 1;

/** @param {number} number */
async function worker(number) {
  for (const path of picked) {
    if (right + wrong >= Number(values.count) || Date.now() > deadline) return;
    const copy = join(work, `${number}-original.hpp`);
    copyFileSync(path, copy);
    if ((await errorOf(copy, path)) !== undefined) {
      unfit += 1;
      continue;
    }
    const made = join(work, `${number}-made.hpp`);
    const args = [main, "extract_interface", path, "--output-format", "header", "--format", "json", "--no-cache"];
    if (values.private) args.push("--include-private");
    if (values["no-comments"]) args.push("--no-include-comments");
    const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 28 }).catch((failed) => failed);
    const answer = JSON.parse(stdout || '{"success":false,"error":"no answer"}');
    writeFileSync(made, answer.interface ?? "#error no interface\n");
    const error = answer.success ? await errorOf(made, path) : answer.error;
    if (error === undefined) right += 1;
    else {
      wrong += 1;
      console.log(`${path}\n    ${error}`);
    }
  }
}

/**
 * @param {string} file
 * @param {string} original
 */
async function errorOf(file, original) {
  const folder = [dirname(original), ...includes].flatMap((name) => ["-I", name]);
  const args = [
    "-fsyntax-only",
    "-std=c++17",
    "-w",
    "-x",
    "c++",
    ...folder.slice(2),
    "-iquote",
    dirname(original),
    file,
  ];
  try {
    await run("g++", args, { timeout: seconds * 1000, maxBuffer: 2 ** 28 });
    return undefined;
  } catch (error) {
    const text = String(/** @type {{ stderr?: string }} */ (error).stderr ?? error);
    return text.split("\n").find((line) => / (fatal )?error: /.test(line)) ?? text.slice(0, 200);
  }
}

/**
 * The headers of all folders in turn, each folder's in the order of a hash.
 * @param {number} count
 */
function pick(count) {
  const lists = folders.map((folder) => headersOf(folder));
  /** @type {string[]} */
  const found = [];
  for (let i = 0; lists.some((list) => i < list.length) && found.length < count * 20; i++) {
    for (const list of lists) if (list[i] !== undefined) found.push(/** @type {string} */ (list[i]));
  }
  return found;
}

/** @param {string} folder */
function headersOf(folder) {
  if (/\.(h|hpp)$/.test(folder)) return [resolve(folder)];
  const isWanted = { tune: 0, report: 1 }[values.half];
  const headers = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && [".h", ".hpp", ".hh", ".hxx"].includes(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  return byHash(headers).filter((path) => isWanted === undefined || halfOf(hashOf(path)) === isWanted);
}

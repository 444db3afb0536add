// @ts-nocheck
/**
 * The engine's worker with a disk and a parser of bad luck: what happens to a file is in its name.
 *
 * - `deadly`: the thread ends when it opens the file, as it does when a parser fails.
 * - `failing`: the system refuses to open it as long as a file `disk-fails` in its folder says `yes`.
 * - `large`: the thread says that its heap has grown, after which the pool replaces it.
 * - `folder-fails`: as long as it says `yes`, the system refuses to list its folder.
 * - `checkout`: when it is opened, files next to it with `.later` behind their names get these names.
 * - `endless`: opening it has no end.
 * - `waiting`: opening it waits until the test lets it through, by the numbers in `.arrived` and `.let-through` next to it.
 * - `replaced`: it is gone the first time that it is opened. `gone`: it is always gone.
 * - `restless`: it grows each time that it has been read.
 */
const fs = require("node:fs");
const { basename, dirname, join } = require("node:path");
const { parentPort } = require("node:worker_threads");

const { closeSync, openSync, readdirSync } = fs;
/** By descriptor, the restless files that are open. */
const restless = new Map();
/** Replaced files that were opened. */
const replaced = new Set();
let hasGrown = false;

fs.openSync = (path, ...others) => {
  const name = basename(String(path));
  if (name.includes("deadly")) process.exit(1);
  if (name.includes("large")) hasGrown = true;
  if (name.includes("failing") && fs.readFileSync(join(dirname(String(path)), "disk-fails"), "utf8") === "yes") {
    throw Object.assign(new Error(`EIO: i/o error, open '${path}'`), { code: "EIO" });
  }
  if (name.includes("gone") || (name.includes("replaced") && !replaced.has(path))) {
    replaced.add(path);
    throw Object.assign(new Error(`ENOENT: no such file or directory, open '${path}'`), { code: "ENOENT" });
  }
  if (name.includes("endless")) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (name.includes("waiting")) waitForTurn(dirname(String(path)));
  if (name.includes("checkout")) arrive(dirname(String(path)));
  const fd = openSync(path, ...others);
  if (name.includes("restless")) restless.set(fd, path);
  return fd;
};

fs.readdirSync = (path, ...others) => {
  const entries = readdirSync(path, ...others);
  const sign = entries.find(({ name }) => name === "folder-fails");
  if (sign !== undefined && fs.readFileSync(join(String(path), sign.name), "utf8") === "yes") {
    throw Object.assign(new Error(`EMFILE: too many open files, scandir '${path}'`), { code: "EMFILE" });
  }
  return entries;
};

fs.closeSync = (fd) => {
  closeSync(fd);
  const path = restless.get(fd);
  restless.delete(fd);
  if (path !== undefined) fs.appendFileSync(path, "# more\n");
};

/** Counts one more file that has arrived, and waits until as many may pass. */
function waitForTurn(folder) {
  const numberIn = (name) => Number(fs.readFileSync(join(folder, name), "utf8"));
  const arrived = numberIn(".arrived") + 1;
  fs.writeFileSync(join(folder, ".arrived"), String(arrived));
  while (numberIn(".let-through") < arrived) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}

function arrive(folder) {
  for (const name of fs.readdirSync(folder)) {
    if (name.endsWith(".later")) fs.renameSync(join(folder, name), join(folder, name.slice(0, -".later".length)));
  }
}

const post = parentPort?.postMessage.bind(parentPort);
if (parentPort !== null && post !== undefined) {
  parentPort.postMessage = (message, ...others) => {
    const replies = message.replies?.map((reply) => (hasGrown ? { ...reply, heapBytes: 2 ** 30 } : reply));
    post(replies === undefined ? message : { ...message, replies }, ...others);
  };
}

require(join(__dirname, "lent-worker.cjs"));

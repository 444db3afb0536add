/** The entry of a thread of a lent pool: that of the build, with the settings of the program that has the pool. */
const { join } = require("node:path");
const { deserialize } = require("node:v8");
const { parentPort, workerData } = require("node:worker_threads");

const { lent, lentVersion } = workerData;
const [version, length] = [0, 1];
const numbers = new Int32Array(lent, 0, 2);
let known = lentVersion;

// The build's own listener comes after this one, and reads its settings at each request.
parentPort?.on("message", () => {
  const now = Atomics.load(numbers, version);
  if (now === known) return;
  known = now;
  const bytes = Buffer.from(lent, numbers.byteLength, Atomics.load(numbers, length));
  Object.assign(workerData, deserialize(Buffer.from(bytes)));
});

require(join(__dirname, "../../dist/worker.cjs"));

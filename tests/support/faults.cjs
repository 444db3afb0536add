// @ts-nocheck
/**
 * Faults of the system, for one process with all of its threads. Input: an order, which is in memory that the threads share:
 * a kind of fault, and the number of the call that it happens to; output: that call fails, and the number of calls is counted.
 * Only calls that code of the project makes itself are counted, in src or in dist. A process takes it by `--require`, and each
 * of its threads gets it from the thread that starts it.
 *
 * `CODEGROVE_FAULT=kill:12` is an order to a process: it is killed before its 12th call that changes the disk.
 */
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const { dirname, join } = require("node:path");
const threads = require("node:worker_threads");

const project = dirname(dirname(__dirname));
const ours = [join(project, "src/"), join(project, "dist/")];

/** Places in the shared memory. */
const [isOn, kindPlace, target, count] = [0, 1, 2, 3];
const key = "codegrove faults";

const opening = ["openSync", "opendirSync", "readdirSync", "readFileSync", "watch"];
const reading = [
  "readSync",
  "statSync",
  "lstatSync",
  "fstatSync",
  "readlinkSync",
  "realpathSync",
  "existsSync",
  "accessSync",
];
const flushing = ["writeFileSync", "fsyncSync", "renameSync", "mkdirSync"];
const changing = [
  ...flushing,
  "rmSync",
  "rmdirSync",
  "chmodSync",
  "chownSync",
  "fchmodSync",
  "fchownSync",
  "utimesSync",
];
const disk = [...opening, ...reading, ...changing, "closeSync"];
const memory = ["alloc", "allocUnsafe", "concat"];

/** Kinds of faults, each with the functions that it happens to. */
const kinds = {
  EIO: disk,
  EACCES: disk.filter((name) => !["readSync", "fstatSync", "closeSync", "fsyncSync"].includes(name)),
  EMFILE: ["openSync", "opendirSync", "readdirSync", "readFileSync", "watch", "Worker"],
  ENOSPC: ["openSync", ...flushing, "watch"],
  // Half of the bytes are read or written: a read goes on, and a write fails.
  short: ["readSync", "writeFileSync"],
  // The thread ends, if it is not the one that the others have been started by.
  end: disk,
  memory: [...memory, "Worker"],
  // The clock goes ahead or back by a day from this call on.
  ahead: ["now"],
  back: ["now"],
  // The process is killed before it changes the disk, or in the middle of a write.
  kill: changing,
  tear: ["writeFileSync"],
};
const names = Object.keys(kinds);
const sets = names.map((name) => new Set(kinds[name]));
const dayMs = 86_400_000;

const isFirst = threads.getEnvironmentData(key) === undefined;
const state = stateOf();

function stateOf() {
  const known = threads.getEnvironmentData(key);
  if (known !== undefined) return known;
  const made = new Int32Array(new SharedArrayBuffer(16));
  threads.setEnvironmentData(key, made);
  const [, kind, number] = /^(\w+):(\d+)$/.exec(process.env.CODEGROVE_FAULT ?? "") ?? [];
  delete process.env.CODEGROVE_FAULT;
  if (kind !== undefined) order(made, kind, Number(number));
  return made;
}

function order(memory, kind, number) {
  memory[kindPlace] = names.indexOf(kind);
  memory[target] = number;
  memory[count] = 0;
  Atomics.store(memory, isOn, 1);
}

/** The functions as Node has them. */
const own = { ...fs, now: Date.now };
const ownMemory = { alloc: Buffer.alloc, allocUnsafe: Buffer.allocUnsafe, concat: Buffer.concat };

/** Returns the kind of fault that happens to this call of a function; undefined for none. */
function faultOf(name, caller) {
  if (Atomics.load(state, isOn) === 0) return undefined;
  const kind = state[kindPlace];
  if (!sets[kind].has(name) || !isOurs(caller)) return undefined;
  if (names[kind] === "end" && threads.isMainThread) return undefined;
  if (Atomics.add(state, count, 1) + 1 !== state[target]) return undefined;
  return names[kind];
}

/** True for a call out of code of the project. */
function isOurs(wrapper) {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 1;
  const place = { stack: "" };
  Error.captureStackTrace(place, wrapper);
  Error.stackTraceLimit = stackTraceLimit;
  return ours.some((folder) => place.stack.includes(folder));
}

function errorOf(code, name) {
  return Object.assign(new Error(`${code}: a fault of the test, ${name}`), { code, syscall: name });
}

/** Functions whose fault is something else than an error. */
const results = {
  readSync: {
    short: (fd, buffer, at, length, position) =>
      own.readSync(fd, buffer, at ?? 0, Math.min(3, length ?? buffer.byteLength), position ?? null),
  },
  writeFileSync: {
    short: (file, content, ...others) => {
      own.writeFileSync(file, content.slice(0, content.length / 2), ...others);
      throw errorOf("ENOSPC", "writeFileSync");
    },
  },
};

const { Worker } = threads;

class FaultyWorker extends Worker {
  constructor(script, options) {
    const fault = faultOf("Worker", FaultyWorker);
    if (fault !== undefined) throw errorOf("ERR_WORKER_INIT_FAILED", "a thread cannot be started");
    super(script, { ...options, execArgv: ["--require", __filename] });
  }
}

/** Lets faults happen to calls of this thread, and of threads that it starts. */
function install() {
  for (const name of disk) fs[name] = Object.assign(faultyDisk(name, own[name]), own[name]);
  for (const name of memory) Buffer[name] = faultyMemory(name, ownMemory[name]);
  Date.now = faultyNow;
  threads.Worker = FaultyWorker;
  syncBuiltinESMExports();
}

/** Gives this thread its functions back. */
function remove() {
  for (const name of disk) fs[name] = own[name];
  for (const name of memory) Buffer[name] = ownMemory[name];
  Date.now = own.now;
  threads.Worker = Worker;
  syncBuiltinESMExports();
}

function faultyDisk(name, act) {
  return function faulty(...args) {
    const fault = faultOf(name, faulty);
    if (fault === undefined) return act.apply(this, args);
    if (fault === "tear") own.writeFileSync(args[0], args[1].slice(0, args[1].length / 2), ...args.slice(2));
    if (fault === "kill" || fault === "tear") process.kill(process.pid, "SIGKILL");
    if (fault === "end") process.exit(1);
    if (name === "existsSync") return false;
    if (name === "closeSync") act.apply(this, args);
    const result = results[name]?.[fault];
    if (result !== undefined) return result(...args);
    throw errorOf(fault, name);
  };
}

function faultyMemory(name, act) {
  return function faulty(...args) {
    if (faultOf(name, faulty) !== undefined) throw new RangeError("Array buffer allocation failed");
    return act.apply(this, args);
  };
}

function faultyNow() {
  const at = own.now();
  if (Atomics.load(state, isOn) === 0) return at;
  const kind = names[state[kindPlace]];
  if (kind !== "ahead" && kind !== "back") return at;
  if (isOurs(faultyNow)) Atomics.add(state, count, 1);
  if (state[count] < state[target]) return at;
  return kind === "ahead" ? at + dayMs : at - dayMs;
}

// A thread of a process with faults, or a process with an order.
if (!isFirst || Atomics.load(state, isOn) !== 0) install();

module.exports = {
  /** The kinds of faults that a process survives. */
  kinds: names.filter((name) => name !== "kill" && name !== "tear"),
  install,
  remove,
  /** Gives an order: the call with this number fails. */
  order: (kind, number) => order(state, kind, number),
  /** Ends the order. @returns the number of calls that it could have happened to */
  end: () => {
    Atomics.store(state, isOn, 0);
    return state[count];
  },
};

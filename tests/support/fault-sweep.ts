/**
 * Sweeps of faults over a scenario. Input: a scenario, a kind of fault of `faults.cjs`, and the calls that it happens to; output: the
 * number of calls, and the defects: an answer that differs and does not say so, one that differs when the same is asked again, a
 * file or a descriptor that is left, a call that does not end.
 */
import { readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import * as z from "zod";
import type { FaultScenario, FaultSite } from "./fault-scenarios.ts";
import { endIdlePools } from "./lent-pools.ts";
import { temporaryFolder, writeFiles } from "./temporary-folder.ts";

const isFunction = (value: unknown) => typeof value === "function";
const faults = z
  .object({
    kinds: z.array(z.string()),
    install: z.custom<() => void>(isFunction),
    remove: z.custom<() => void>(isFunction),
    order: z.custom<(kind: string, number: number) => void>(isFunction),
    end: z.custom<() => number>(isFunction),
  })
  .parse(createRequire(import.meta.url)("./faults.cjs"));

/** The names of the kinds of faults. */
export const faultKinds: readonly string[] = faults.kinds;

export type FaultSweep = {
  /** The number of calls that the fault can happen to. */
  readonly points: number;
  /** The defects, each with the number of the call. */
  readonly defects: readonly string[];
};

/** The end of a scenario: its answers, and the files of its folder. */
export type End = { readonly answers: string; readonly files: Readonly<Record<string, string>> };

export type FaultSteps = {
  /** Calls from one fault to the next. */
  readonly step?: number | undefined;
  /** False where other work of the process may start threads, as on a busy machine. */
  readonly countsThreads?: boolean;
};

/** Milliseconds after which a scenario hangs. */
const hangMs = 120_000;

/**
 * Runs a scenario once for each call that a kind of fault can happen to, and after each run once more without a fault.
 */
export async function sweepFaults(
  scenario: FaultScenario,
  kind: string,
  { step = 1, countsThreads = true }: FaultSteps = {},
): Promise<FaultSweep> {
  // Threads of an earlier test have no faults, and later tests want threads without them.
  await endIdlePools();
  faults.install();
  try {
    return await sweep(scenario, kind, step, countsThreads);
  } finally {
    faults.remove();
    await endIdlePools();
  }
}

async function sweep(scenario: FaultScenario, kind: string, step: number, countsThreads: boolean): Promise<FaultSweep> {
  const site = newSite();
  await reset(scenario, site);
  const before = filesIn(site.folder);
  // Two runs, since the second one may find less to do.
  const right = [await endOf(scenario, site), await endOf(scenario, site)] as const;
  const threads = threadsNow();
  const defects: string[] = [];
  for (let point = 1; ; point += step) {
    await reset(scenario, site);
    faults.order(kind, point);
    const faulty = await endOf(scenario, site);
    const points = faults.end();
    if (points < point) {
      // Nothing has failed in this run.
      if (!right.some((end) => isSame(faulty, end))) defects.push(`without a fault: ${difference(faulty, right[0])}`);
      const later = countsThreads ? await fewestThreads(threads) : threads;
      if (later > threads) defects.push(`${later} threads instead of ${threads}`);
      return { points, defects };
    }
    const again = await endOf(scenario, site);
    const problems = [
      ...problemsOf(faulty, right[0], before, scenario),
      ...(right.some((end) => isSame(again, end)) || hasEndedWriting.test(faulty.answers)
        ? []
        : [`asked again: ${difference(again, right[0])}`]),
      ...leftIn(site),
    ];
    defects.push(...problems.map((problem) => `${kind} at call ${point}: ${problem}`));
  }
}

/** New folders for the runs of a scenario. */
export function newSite(): FaultSite {
  return { folder: temporaryFolder(), cache: join(temporaryFolder(), "cache") };
}

/** Makes the folders of a scenario as they are before its run. */
export async function reset(scenario: FaultScenario, site: FaultSite): Promise<void> {
  for (const name of readdirSync(site.folder)) rmSync(join(site.folder, name), { recursive: true });
  rmSync(site.cache, { recursive: true, force: true });
  writeFiles(site.folder, scenario.files);
  await scenario.prepare?.(site);
}

/** Runs a scenario. An error that is not one for users ends its answers, and so does a call that hangs. */
export async function endOf(scenario: FaultScenario, site: FaultSite): Promise<End> {
  const hung = setTimeout(hangMs, "it hangs", { ref: false });
  const stopped = (error: unknown) => `an internal error: ${error instanceof Error ? error.stack : String(error)}`;
  const answers = await Promise.race([scenario.run(site).catch(stopped), hung]);
  const text = answers
    .replaceAll(site.folder, "DIR")
    .replaceAll(site.cache, "CACHE")
    .replaceAll(/"(modified|time)":"[^"]*"/g, '"$1":""');
  return { answers: text, files: filesIn(site.folder) };
}

function problemsOf(faulty: End, right: End, before: End["files"], scenario: FaultScenario): readonly string[] {
  if (isSame(faulty, right)) return [];
  const said = scenario.writesAnswer === true ? textOf : ({ answers }: End) => answers;
  // A file without a place for what is missing comes with the exit status of a failure.
  const hasFailed = scenario.writesAnswer === true && /^[12]\n/.test(faulty.answers);
  const says = hasFailed || scenario.says.some((sign) => countOf(sign, said(faulty)) > countOf(sign, said(right)));
  const isWhole = [before, right.files].some((files) => isEqual(files, faulty.files));
  return [
    ...(says ? [] : [`the answer does not say that it differs: ${difference(faulty, right)}`]),
    ...(isWhole || scenario.writesAnswer === true || hasEndedWriting.test(faulty.answers)
      ? []
      : [`some files are written: ${difference(faulty, right)}`]),
    ...(faulty.answers === right.answers && !says ? ["the files are not those of the answer"] : []),
  ];
}

/** Of a thread that has ended while it wrote, nobody knows which files it has written: `crash-points.test.ts` has that. */
const hasEndedWriting = /"The thread that wrote files has ended"/;

function isSame(one: End, other: End): boolean {
  return one.answers === other.answers && isEqual(one.files, other.files);
}

function isEqual(one: End["files"], other: End["files"]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function textOf({ answers, files }: End): string {
  return [answers, ...Object.entries(files).map(([path, text]) => `${path}:\n${text}`)].join("\n");
}

function countOf(sign: RegExp, text: string): number {
  return [...text.matchAll(sign)].length;
}

/** Shows the first part of an end that is not in another one. */
function difference(end: End, other: End): string {
  const [text, right] = [textOf(end), textOf(other)];
  let from = 0;
  while (from < text.length && text[from] === right[from]) from++;
  const part = (whole: string) => JSON.stringify(whole.slice(Math.max(0, from - 60), from + 300));
  return `${part(text)} instead of ${part(right)}`;
}

/** The content of each file below a folder by its path, as Latin-1. */
export function filesIn(folder: string): End["files"] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const ours = paths.filter((path) => !path.includes("/.git/")).sort();
  return Object.fromEntries(ours.map((path) => [path.slice(folder.length + 1), readFileSync(path, "latin1")]));
}

/** Names the paths of a scenario that are open, and the temporary files of its cache. */
function leftIn({ folder, cache }: FaultSite): readonly string[] {
  const open = readdirSync("/proc/self/fd").flatMap((fd) => targetOf(`/proc/self/fd/${fd}`));
  const isOurs = (path: string) => path.startsWith(folder) || path.startsWith(cache);
  return [
    ...open.filter(isOurs).map((path) => `${path} is open`),
    ...temporaryIn(cache).map((path) => `${path} is left`),
  ];
}

function targetOf(link: string): readonly string[] {
  try {
    return [readlinkSync(link)];
  } catch {
    return [];
  }
}

/** The paths of temporary files below a folder that may be missing. */
function temporaryIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".tmp"));
  } catch {
    return [];
  }
}

/** Waits until there are no more threads than before, for a while: one that was ended takes its time. @returns their number */
async function fewestThreads(before: number): Promise<number> {
  for (let turn = 0; turn < 100 && threadsNow() > before; turn++) await setTimeout(100);
  return threadsNow();
}

/** The number of threads of this process: proc(5). */
function threadsNow(): number {
  return readdirSync("/proc/self/task").length;
}

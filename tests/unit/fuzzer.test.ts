import { expect, test } from "vitest";
import { Counters } from "../fuzz/counters.mjs";
import { Fuzzer } from "../fuzz/fuzzer.mjs";
import { instrumentModule, instrumentScript } from "../fuzz/instrument.mjs";
import { wasmModule } from "../support/wasm-module.ts";

/** A reader with a fault that only `wxyz` at its start meets, one letter after the other. */
function faultyReader(counters: Counters) {
  const places = [0, 1, 2, 3, 4].map(() => counters.next());
  return (bytes: Buffer) => {
    for (const [at, place] of places.entries()) {
      counters.hit(place);
      if (at === 4) throw new Error("the fault");
      if (bytes[at] !== "wxyz".charCodeAt(at)) return;
    }
  };
}

async function fuzzed(run: (counters: Counters) => (bytes: Buffer) => void, seed: number, runs: number) {
  const counters = new Counters();
  const steps = { fixed: 100, perByte: 10 };
  const target = { about: "", seeds: () => [], words: ["x"], steps, run: run(counters) };
  const inputs: string[] = [];
  const fuzzer = new Fuzzer(target, counters, seed, (input) => inputs.push(input.toString("latin1")));
  await fuzzer.addAll([Buffer.from("start")]);
  await fuzzer.run(() => fuzzer.runs >= runs || fuzzer.findings.size > 0);
  return { inputs, findings: [...fuzzer.findings.values()], kept: fuzzer.corpus(1_000) };
}

test("the fuzzer finds a fault behind four letters, and the shortest input for it", async () => {
  const { findings, kept } = await fuzzed(faultyReader, 1, 200_000);
  expect(findings.map(({ message, input }) => [message, input.toString()])).toEqual([["the fault", "wxyz"]]);
  // An input for each place that was reached without an error.
  expect(kept.map((input) => input.toString("latin1").slice(0, 3))).toContain("wxy");
});

test("the same seed makes the same inputs, another one makes others", async () => {
  const reader = (counters: Counters) => () => counters.hit(0);
  const { inputs } = await fuzzed(reader, 7, 300);
  expect((await fuzzed(reader, 7, 300)).inputs).toEqual(inputs);
  expect((await fuzzed(reader, 8, 300)).inputs).not.toEqual(inputs);
});

test("an input that takes too many steps is found, even if the reader catches all errors", async () => {
  const { findings } = await fuzzed(
    (counters) => (bytes) => {
      try {
        for (let step = 0; step < bytes.length ** 2; step++) counters.hit(0);
      } catch {
        // As readers of damaged files do.
      }
    },
    1,
    100_000,
  );
  expect(findings.map(({ message }) => message)).toEqual(["more than 100 steps and 10 for each byte"]);
});

test("instrumented code does the same, and counts functions, branches and loops", () => {
  const code = `
    const f = (a) => a > 1 ? ({ b: a || 2 }) : null;
    let seen = "";
    for (const x of [1, 2, 3]) if (x === 2) seen += "two"; else if (x === 3) { seen += "three"; } else seen += "one";
    outer: while (true) { do { break outer; } while (false); }
    switch (seen.length) { case 1: case 11: seen += "!"; break; default: seen = ""; }
    function g() { "use strict"; try { null.x; } catch { return () => "caught"; } }
    return [seen, f(5), f(0), g()(), (async () => 1)() instanceof Promise, seen && "and", null ?? "or"];`;
  const hits: number[] = [];
  let places = 0;
  const instrumented = instrumentScript(`export function run() { ${code} }`, () => places++);
  const run = (text: string) => new Function("fuzzHit", text)((place: number) => hits.push(place));
  const plain = run(code);
  expect(hits).toEqual([]);
  expect(run(`${instrumented.replace("export ", "")}\nreturn run();`)).toEqual(plain);
  expect(new Set(hits).size).toBeGreaterThan(15);
  expect(new Set(hits).size).toBeLessThan(places);
});

test("an instrumented module of WebAssembly is valid, and calls the counter", () => {
  let places = 0;
  const bytes = instrumentModule(wasmModule(), () => places++);
  expect(places).toBe(1);
  expect(() => new WebAssembly.Module(bytes)).not.toThrow();
  expect(Buffer.from(bytes).includes("fuzzHit")).toBe(true);
});

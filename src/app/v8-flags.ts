/** The flags of V8 under which the program runs; code that V8 has compiled under others is refused. */
export const v8Flags: readonly string[] = [
  // Deep inlining costs more than it saves in a scan of minutes; this holds for the workers, too.
  "--max-inlined-bytecode-size-cumulative=300",
  // Short calls and small folders end before code that V8 optimizes at its usual budget of 66 kB has paid for that: 14 files of
  // 800 kB take 6 % longer with 132 kB. Scans of 80 MB would take 3 % less with that. The V8 of Node 22 and later has no such
  // flag.
  ...(process.versions.v8.startsWith("11.") ? ["--interrupt-budget=500000"] : []),
];

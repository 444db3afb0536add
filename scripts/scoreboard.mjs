#!/usr/bin/env node
// @ts-check
/** `node scripts/scoreboard.mjs DATA` is `node lab/run.mjs scoreboard DATA`. */
process.argv.splice(2, 0, "scoreboard");
await import("../lab/run.mjs");

#!/usr/bin/env node
// @ts-check
/** `node scripts/compare-navigation.mjs` is `node lab/run.mjs navigation`. */
process.argv.splice(2, 0, "navigation");
await import("../lab/run.mjs");

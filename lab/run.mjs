#!/usr/bin/env node
// @ts-check
/**
 * Runs a measurement of lab/commands: a comparison with the answers of another program, or what prepares one.
 *
 *   node lab/run.mjs                                         # the names, each with its purpose
 *   node lab/run.mjs NAME --help                             # the arguments, and what is printed
 *   node lab/run.mjs NAME [--main FILE] [OPTION…] ARGUMENT…
 *
 * FILE is the program that is measured, instead of the built `dist/main.cjs` or the one that CODEGROVE names.
 */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { headerOf } from "./arguments.mjs";

const commands = join(import.meta.dirname, "commands");
const names = readdirSync(commands).map((file) => file.replace(/\.mjs$/, ""));
const name = process.argv[2] ?? "";

if (names.includes(name)) {
  process.argv.splice(2, 1);
  const at = process.argv.indexOf("--main");
  if (at > 0) process.env.CODEGROVE = resolve(process.argv.splice(at, 2)[1] ?? "");
  await import(pathToFileURL(pathOf(name)).href);
} else {
  if (name !== "" && name !== "--help") console.error(`no measurement ${name}`);
  for (const one of names) console.log(`${one.padEnd(18)}${purposeOf(one)}`);
  process.exitCode = name === "" || name === "--help" ? 0 : 2;
}

/** @param {string} command */
function pathOf(command) {
  return join(commands, `${command}.mjs`);
}

/** The first sentence of the header of a command. @param {string} command */
function purposeOf(command) {
  const [purpose = ""] = /^.*?[.:](?=\s|$)/s.exec(headerOf(pathOf(command))) ?? [];
  return purpose.replace(/\s+/g, " ").slice(0, -1);
}

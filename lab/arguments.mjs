// @ts-check
/**
 * The arguments of a command of lab/commands.
 *
 * Its header is its help: the lines that begin with `node lab/run.mjs` are the usage. Arguments after `--` are flags of
 * another program.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/**
 * Reads the arguments. Ends the process with the usage if they are wrong, and with the whole header for `--help`.
 * @template {NonNullable<import("node:util").ParseArgsConfig["options"]>} T
 * @param {string} url of the command
 * @param {T} options
 * @param {number} [least] arguments that are not options
 */
export function argumentsOf(url, options, least = 0) {
  const path = fileURLToPath(url);
  const end = process.argv.indexOf("--");
  const args = process.argv.slice(2, end < 0 ? undefined : end);
  if (args.includes("--help")) {
    console.log(headerOf(path));
    process.exit(0);
  }
  /** @param {string} [message] @returns {never} */
  const refuse = (message) => {
    if (message !== undefined) console.error(message);
    const usage = headerOf(path).match(/^ *(?:npm run build && )?node lab\/.*(?:\n {4,}\S.*)*/gm) ?? [];
    console.error(`usage: ${usage.map((line) => line.trim()).join("\n       ")}`);
    return process.exit(2);
  };
  const flags = end < 0 ? [] : process.argv.slice(end + 1);
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    return positionals.length < least ? refuse() : { values, positionals, flags, refuse };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

/**
 * The comment before the code of a script, without its stars.
 * @param {string} path
 */
export function headerOf(path) {
  const [, comment = ""] = /^\/\*\*\n(.*?)\n \*\/$/ms.exec(readFileSync(path, "utf8")) ?? [];
  return comment.replace(/^ \* ?/gm, "");
}

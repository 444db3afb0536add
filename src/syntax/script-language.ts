import type { Languages } from "./languages.ts";

/**
 * The name of the language of a script by its first line: of `#!/usr/bin/python3.11`, `#!/usr/bin/env -S A=1 node -r x`.
 * Undefined for a text without such a line, or for an interpreter of no known language.
 *
 * @param start the beginning of the text
 */
export function scriptLanguage(start: string, languages: Languages): string | undefined {
  const line = /^#!([^\r\n]*)/.exec(start)?.[1];
  if (line === undefined) return undefined;
  const [program = "", ...others] = line.trim().split(/[ \t]+/);
  const isEnv = nameOf(program) === "env";
  const named = isEnv ? others.find((word) => !word.startsWith("-") && !word.includes("=")) : program;
  const interpreter = nameOf(named ?? "").replace(/(?<=[a-z])-?\d[\d.]*$/, "");
  return languages.find(({ interpreters }) => interpreters.includes(interpreter))?.name;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

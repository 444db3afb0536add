import { meaning, type Option } from "../../src/cli/flag.ts";
import {
  diagnosticsOptions,
  doctorOptions,
  failOnOptions,
  globalOptions,
  initOptions,
  outputOptions,
  serveOptions,
} from "../../src/cli/options.ts";
import type { Schema } from "../../src/cli/tool-command.ts";
import { variables } from "../../src/cli/variables.ts";
import type { Language } from "../../src/syntax/languages.ts";
import { lintRulesOf } from "../../src/syntax/lint-rules.ts";
import { inputSchema } from "../../src/tools/arguments/input.ts";
import { TargetArguments } from "../../src/tools/arguments/target-arguments.ts";
import { loadTools } from "../../src/tools/index.ts";
import { type BundledPackage, bundledPackages, grammarsInManifest } from "./bundled-packages.ts";
import { languageKeys } from "./language-keys.ts";
import { languages } from "./shipped-languages.ts";

const tools = await loadTools();

/** The tables and lists of documents that are made from the code, by the names in their comments. */
const tables: Readonly<Record<string, string>> = {
  tools: table(
    ["tool", "what it is for"],
    [...tools.values()].map(({ name, description }) => [code(name), description]),
  ),
  "shared arguments": table(
    ["argument", "type", "meaning"],
    argumentsOf("parse_file")
      .filter(([name]) => isShared(name))
      .map(([name, schema]) => [code(name), typeOf(schema), meaning(schema)]),
  ),
  "own arguments": table(
    ["tool", "argument", "type", "meaning"],
    [...tools.keys()].flatMap((tool) =>
      argumentsOf(tool)
        .filter(([name]) => !isShared(name))
        .map(([name, schema]) => [code(tool), code(name), typeOf(schema), meaning(schema)]),
    ),
  ),
  "init flags": flagTable(initOptions),
  "doctor flags": flagTable(doctorOptions),
  "global flags": flagTable(globalOptions),
  "serve flags": flagTable(serveOptions),
  "tool flags": flagTable({ ...outputOptions, ...diagnosticsOptions, ...failOnOptions }),
  "bundled packages": byLicence(bundledPackages())
    .map(([licence, packages]) => `- ${licence}: ${packages.join(", ")}\n`)
    .join(""),
  grammars: table(
    ["grammar", "npm package", "ABI", "SHA-256 of its .wasm"],
    Object.entries(grammarsInManifest()).map(([name, { package: from, version, abi, sha256 }]) => [
      name,
      `${from} ${version}`,
      String(abi),
      code(sha256),
    ]),
  ),
  "keys of language.json": table(
    ["key", "value", "default", "meaning"],
    languageKeys().map(({ key, value, fallback, text }) => [code(key), value, fallback, text]),
  ),
  variables: table(
    ["variable", "takes", "default", "meaning"],
    Object.values(variables).map(({ name, kind, fallback, help }) => [code(name), kind.takes, fallback, help]),
  ),
  ...Object.fromEntries(
    languages
      .filter((language) => lintRulesOf(language).length > 0)
      .map((language) => [`lint rules of ${language.title}`, ruleTable(language)]),
  ),
};

/** The names of the tables. */
export const tableNames: readonly string[] = Object.keys(tables);

/** Parts between `<!-- generated: NAME -->` and `<!-- /generated -->`. */
const generatedParts = /(<!-- generated: (.+) -->\n)[\s\S]*?(<!-- \/generated -->)/g;

/** The names of the generated parts of a document, in order. */
export function partsOf(markdown: string): readonly string[] {
  return [...markdown.matchAll(generatedParts)].map(([, , name]) => name ?? "");
}

/** A document with its generated parts made anew. */
export function withTables(markdown: string): string {
  return markdown.replace(generatedParts, (part, start: string, name: string, end: string) => {
    const made = tables[name];
    return made === undefined ? part : `${start}\n${made}\n${end}`;
  });
}

/** The packages by their licences, in the order of these. */
function byLicence(packages: readonly BundledPackage[]): readonly (readonly [string, readonly string[]])[] {
  const licences = [...new Set(packages.map(({ licence }) => licence))].sort();
  return licences.map((licence) => [
    licence,
    packages.filter((one) => one.licence === licence).map(({ name, version }) => `${name} ${version}`),
  ]);
}

function flagTable(options: Readonly<Record<string, Option>>): string {
  return table(
    ["flag", "meaning"],
    Object.entries(options).map(([name, { short, value, help }]) => {
      const flag = code(value === undefined ? `--${name}` : `--${name} ${value}`);
      return [short === undefined ? flag : `${flag}, ${code(`-${short}`)}`, help];
    }),
  );
}

function argumentsOf(name: string): readonly (readonly [string, Schema])[] {
  const tool = tools.get(name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  const properties: Readonly<Record<string, Schema>> = Object(inputSchema(tool, "all").properties);
  return Object.entries(properties);
}

function isShared(argument: string): boolean {
  return argument in TargetArguments.shape;
}

function typeOf({ type }: Schema): string {
  return [type].flat().join(" or ");
}

/** A table as Biome formats it: each column is as wide as its longest cell. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows].map((cells) => cells.map(cell));
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const lineOf = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |\n`;
  const [first = "", ...others] = lines.map(lineOf);
  return [first, lineOf(widths.map((width) => "-".repeat(width))), ...others].join("");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

function code(text: string): string {
  return `\`${text}\``;
}

function ruleTable(language: Language): string {
  return table(
    ["rule", "on", "severity", "same as", "message"],
    lintRulesOf(language).map(({ id, isOn, severity, aliases, message }) => {
      return [code(id), isOn ? "yes" : "no", severity, aliases.join(", "), message];
    }),
  );
}

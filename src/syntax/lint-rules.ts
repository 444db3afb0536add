/**
 * The lint rules of a language: files `lint/<id>.scm` with a head in comments and a query. Input: the folders of rules;
 * output: the rules with severity, message and examples.
 */
import { join } from "node:path";
import * as z from "zod";
import { messageOf, UserError } from "../base/errors.ts";
import { namesIfThere } from "../base/list-folder.ts";
import { canonicalPath } from "../base/real-path.ts";
import { type Severity, severities } from "../base/severity.ts";
import { readLanguageFile } from "./language-files.ts";
import type { Language } from "./languages.ts";

/** A lint rule: `lint/<id>.scm`, a head in comments and a query whose `@report` is what is reported. */
export type LintRule = {
  /** The name of its file. */
  readonly id: string;
  readonly path: string;
  readonly severity: Severity;
  /** With `{capture}` for the text of a capture. */
  readonly message: string;
  /** The names of the same rule in other tools. */
  readonly aliases: readonly string[];
  /** True when `lint` selects it; others are selected by their ids. */
  readonly isOn: boolean;
  /** True for a rule about only headers. */
  readonly isForHeaders: boolean;
  /** Code that it reports nothing of, and code that it reports once each: its tests. */
  readonly good: readonly string[];
  readonly bad: readonly string[];
  readonly query: string;
};

/** The keys of a head. */
const Head = z.strictObject({
  severity: z.enum(severities).default("warning"),
  message: z.string().min(1),
  "same-as": z.string().default(""),
  on: z.enum(["yes", "no"]).default("yes"),
  in: z.literal("headers").optional(),
});

const rulesByFolders = new Map<string, readonly LintRule[]>();

/**
 * Returns the lint rules of a language by id: the rules of its folder, replaced by rules of further folders.
 *
 * @throws UserError that names the file, and says what is wrong with it
 */
export function lintRulesOf({ dir, folders, lint_folders }: Language): readonly LintRule[] {
  const own = { dir: join(dir, "lint"), folders };
  const places = [own, ...lint_folders.map((folder) => ({ dir: folder, folders: [canonicalPath(folder)] }))];
  const key = places.map((place) => place.dir).join("\n");
  const known = rulesByFolders.get(key);
  if (known !== undefined) return known;
  const rules = new Map<string, LintRule>();
  for (const place of places) {
    for (const name of ruleFilesIn(place.dir)) {
      const content = readLanguageFile(place, name);
      if (content !== undefined)
        rules.set(name.slice(0, -suffix.length), readRule(place.dir, name, content.toString()));
    }
  }
  const sorted = [...rules.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  rulesByFolders.set(key, sorted);
  return sorted;
}

const suffix = ".scm";

/** The files of rules in a folder; none if there is no folder. */
function ruleFilesIn(dir: string): readonly string[] {
  try {
    return namesIfThere(dir).filter((name) => name.endsWith(suffix));
  } catch (error) {
    throw new UserError(`Cannot read the lint rules in ${dir}: ${messageOf(error)}`);
  }
}

const idPattern = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

function readRule(dir: string, name: string, text: string): LintRule {
  const path = join(dir, name);
  const id = name.slice(0, -suffix.length);
  const fail = (reason: string) => new UserError(`Cannot use ${path}: ${reason}`);
  if (!idPattern.test(id)) throw fail("The name of a rule is words of small letters with - between them.");
  const { keys, snippets } = headOf(text);
  const head = Head.safeParse(keys);
  if (!head.success) throw fail(z.prettifyError(head.error));
  const { severity, message, "same-as": names, on, in: place } = head.data;
  return {
    id,
    path,
    severity,
    message,
    query: text,
    aliases: names.split(/[,\s]+/).filter((alias) => alias !== ""),
    isOn: on === "yes",
    isForHeaders: place === "headers",
    good: snippets.filter(({ key }) => key === "good").map(({ code }) => code),
    bad: snippets.filter(({ key }) => key === "bad").map(({ code }) => code),
  };
}

type Snippet = { readonly key: string; code: string };

/** A key of the head: `; message: …`. */
const keyLine = /^; ([a-z-]+):(?: (.*))?$/;

/** A further line of a snippet, without the text before its code. */
const codeLine = /^; {3}(.*)$/;

/** The keys of the comments that a rule begins with; snippets may have several lines. */
function headOf(text: string): {
  readonly keys: Readonly<Record<string, string>>;
  readonly snippets: readonly Snippet[];
} {
  const keys: Record<string, string> = {};
  const snippets: Snippet[] = [];
  let open: Snippet | undefined;
  for (const line of text.split("\n")) {
    if (!line.startsWith(";")) break;
    const [, key, value = ""] = keyLine.exec(line) ?? [];
    const further = codeLine.exec(line)?.[1];
    if (further !== undefined && open !== undefined) open.code += `${further}\n`;
    else if (key === "good" || key === "bad") {
      open = { key, code: value === "" ? "" : `${value}\n` };
      snippets.push(open);
    } else if (key !== undefined) {
      open = undefined;
      keys[key] = value;
    }
  }
  return { keys, snippets };
}

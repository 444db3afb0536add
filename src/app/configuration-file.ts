/**
 * The reader of codegrove.json, and its schema. Input: the path of a file that the user named, or that was found in the
 * working folder; output: a checked configuration with absolute paths, and a sentence for each part that is wrong.
 */
import { dirname, resolve } from "node:path";
import * as z from "zod";
import { messageOf, UserError } from "../base/errors.ts";
import { isObject } from "../base/is-object.ts";
import { valueOfJson } from "../base/json-text.ts";
import { commandTimeoutS, maxCommandTimeoutS, maxRuleFileBytes } from "../base/limits.ts";
import { logLevels } from "../base/log.ts";
import type { Roots } from "../base/real-path.ts";
import { readSmallFile } from "../base/regular-file.ts";
import { shown } from "../base/shown.ts";
import { parserNames } from "../project-commands/output-parsers.ts";
import { rolesOfData } from "../syntax/macro-roles.ts";
import { unknown } from "./unknown-name.ts";

const positive = z.int().positive();

const lowerCounts = "in a found file only a lower value counts, down to a floor";

const Limits = z.strictObject({
  max_file_size: positive.optional().describe(`Bytes of one file; also MAX_FILE_SIZE; ${lowerCounts}`),
  request_timeout: positive.optional().describe(`Milliseconds for one call; also REQUEST_TIMEOUT; ${lowerCounts}`),
  max_concurrent_requests: positive
    .optional()
    .describe(`Calls at work at a time; also MAX_CONCURRENT_REQUESTS; ${lowerCounts}`),
  session_timeout: positive
    .optional()
    .describe(`Milliseconds of an idle session over HTTP; also SESSION_TIMEOUT; ${lowerCounts}`),
  max_result_chars: z
    .int()
    .nonnegative()
    .optional()
    .describe(
      `Characters of one batch answer, 0 for no limit; also --max-result-chars and MAX_RESULT_CHARS; ${lowerCounts}`,
    ),
});

export type LimitKey = keyof z.infer<typeof Limits>;

/** A command of the project. */
const Command = z.strictObject({
  run: z.array(z.string().min(1)).min(1).describe("The program and its arguments, without a shell; {file} is the file"),
  parser: z.enum(parserNames).optional().describe("The parser of the output"),
  timeout: z.int().min(1).max(maxCommandTimeoutS).optional().describe(`Seconds (default: ${commandTimeoutS})`),
  report: z.string().min(1).optional().describe("A file that the command writes, which is read instead of the output"),
});

const paths = z.array(z.string().min(1));

const notFound = "does not count in a found file";

/** The shape of codegrove.json. */
const Configuration = z
  .strictObject({
    $schema: z.string().optional(),
    roots: paths
      .min(1)
      .optional()
      .describe(`The folders to which all reading is limited, relative to this file; also --root; ${notFound}`),
    allow_edits: z
      .boolean()
      .optional()
      .describe(`Let tools edit files of the workspace; also --allow-edits and CODEGROVE_ALLOW_EDITS; ${notFound}`),
    ignore: paths
      .optional()
      .describe(
        "Files that are left out, as lines of a .gitignore next to this file, or in the working folder from the user's own file; counts in a found file",
      ),
    languages: paths
      .optional()
      .describe(`Folders of more languages, relative to this file; also --languages; ${notFound}`),
    lint_rules: paths
      .optional()
      .describe(`Folders of more lint rules, relative to this file; also --lint-rules; ${notFound}`),
    scan_languages: z
      .array(z.string())
      .optional()
      .describe(
        "Languages that the tools with default patterns also search folders for; also --scan-languages and SCAN_LANGUAGES; counts in a found file",
      ),
    extensions: z
      .record(z.string().regex(/^\.[^./\\\s]+$/, "an extension is a dot and a name, such as .tin"), z.string())
      .optional()
      .describe('Languages of further extensions, such as ".tin": "cpp"; counts in a found file'),
    macros: z
      .record(z.string(), z.array(z.string()))
      .default({})
      .describe('Macros of the project by their roles, such as "attribute": ["MY_API"]; counts in a found file'),
    tools: z
      .record(z.string(), z.boolean())
      .default({})
      .describe(
        "Tools on and off; also --tools and ENABLE_<TOOL>; a found file turns off, but not on what the user's own file turned off",
      ),
    limits: Limits.default({}),
    cache: z
      .boolean()
      .optional()
      .describe(
        "Keep results for later calls; also --no-cache and CODEGROVE_CACHE; a found file turns off, but not on what the user's own file turned off",
      ),
    cache_dir: z
      .string()
      .min(1, "'' is not a folder; name one, or leave the key out for the user's folder")
      .optional()
      .describe(
        `The folder of the cache, relative to this file; also --cache-dir and CODEGROVE_CACHE_DIR; ${notFound}`,
      ),
    stats: z
      .boolean()
      .optional()
      .describe(`Count the characters of answers, for codegrove stats; also CODEGROVE_STATS; ${notFound}`),
    commands: z
      .record(z.string().regex(/^[A-Za-z][\w:.-]{0,63}$/), Command)
      .default({})
      .describe(
        `The commands that run_project_command may run, by name, in the folder of this file; ${notFound} except with --allow-commands`,
      ),
    log_level: z
      .enum(logLevels)
      .optional()
      .describe("The lowest level that is logged to stderr; also --log-level and LOG_LEVEL; counts in a found file"),
  })
  .describe(
    "A file that --config or CODEGROVE_CONFIG names, and the user's own, set everything. One that was found in the working folder sets only what can do no harm.",
  );

export type Configuration = Readonly<z.infer<typeof Configuration>> & {
  /** The path of the file. */
  readonly file: string;
};

/**
 * Reads a configuration that the user named, or the user's own, and makes the paths in it absolute.
 *
 * @param written the path as errors show it
 * @throws UserError with the file, and the key with the nearest known one
 */
export function readConfiguration(file: string, written: string, toolNames: readonly string[]): Configuration {
  let text: string;
  try {
    text = readSmallFile(file, maxRuleFileBytes).toString();
  } catch (error) {
    throw new UserError(`Cannot read ${written}: ${messageOf(error)}`);
  }
  try {
    const { data, problems } = partsOf(jsonIn(text), toolNames);
    if (data === undefined || problems.length > 0) throw new Error(problems.join("; "));
    return { ...withAbsolutePaths(data, dirname(file)), file };
  } catch (error) {
    throw new UserError(`Cannot use ${written}: ${messageOf(error)}`);
  }
}

/** Returns a configuration without its wrong parts; undefined if the whole file is wrong. */
export type FoundConfiguration = {
  readonly configuration: Configuration | undefined;
  /** A sentence for each part that was left out, for warnings. */
  readonly problems: readonly string[];
};

/**
 * Reads a configuration that was found. It may be a stranger's: no error ends the start, a link is not followed, and
 * nothing of a file that is not valid JSON is shown.
 *
 * @param roots the folders that it must lie in; an empty list allows all
 */
export function readFoundConfiguration(file: string, roots: Roots, toolNames: readonly string[]): FoundConfiguration {
  try {
    const { data, problems } = partsOf(jsonIn(readOwnFile(file, roots)), toolNames);
    return { configuration: data && { ...withAbsolutePaths(data, dirname(file)), file }, problems };
  } catch (error) {
    return { configuration: undefined, problems: [messageOf(error)] };
  }
}

/** @throws NotReadError for a link and all that is not a regular file within the roots, or the system's error */
function readOwnFile(file: string, roots: Roots): string {
  return readSmallFile(file, maxRuleFileBytes, roots, "refused").toString();
}

/** @throws Error with a sentence that quotes nothing */
function jsonIn(text: string): unknown {
  try {
    return valueOfJson(text);
  } catch (error) {
    throw new Error(`It is ${messageOf(error)}.`);
  }
}

type Parts = { readonly data: z.infer<typeof Configuration> | undefined; readonly problems: readonly string[] };

/** Returns what of a configuration is right, and a sentence for each part that is wrong and left out. */
function partsOf(value: unknown, toolNames: readonly string[]): Parts {
  const checked = Configuration.safeParse(value);
  const issues = checked.success ? [] : checked.error.issues;
  const right = issues.length === 0 ? checked : Configuration.safeParse(withoutParts(value, issues.flatMap(partsIn)));
  const problems = issues.map(explain);
  if (!right.success || right.data === undefined) return { data: undefined, problems };
  const { macros, tools } = right.data;
  const kept = <Value>(
    section: Readonly<Record<string, Value>>,
    problemOf: (entry: [string, Value]) => string | undefined,
  ) =>
    Object.fromEntries(
      Object.entries(section).filter((entry) => {
        const problem = problemOf(entry);
        if (problem !== undefined) problems.push(problem);
        return problem === undefined;
      }),
    );
  const data = {
    ...right.data,
    macros: kept(macros, roleProblem),
    tools: kept(tools, ([name]) => (toolNames.includes(name) ? undefined : unknown("tool", shown(name), toolNames))),
  };
  return { data, problems };
}

function roleProblem([role, names]: [string, string[]]): string | undefined {
  try {
    rolesOfData({ macros: { project: { [role]: names } } });
    return undefined;
  } catch {
    return `unknown macro role '${shown(role)}'`;
  }
}

/** A key of a configuration, and one in its value if that is an object whose other keys may be right. */
type Part = { readonly key: string; readonly inner: string | undefined };

const sections: readonly string[] = ["commands", "extensions", "limits", "macros", "tools"];

/** Returns the parts that an issue makes wrong; none if it concerns the whole file. */
function partsIn(issue: z.core.$ZodIssue): readonly Part[] {
  const paths = issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
  return paths.flatMap(([key, inner]) => {
    if (key === undefined) return [];
    const isInner = sections.includes(String(key)) && inner !== undefined;
    return [{ key: String(key), inner: isInner ? String(inner) : undefined }];
  });
}

function withoutParts(value: unknown, parts: readonly Part[]): unknown {
  if (!isObject(value)) return value;
  const wrong = new Map<string, Set<string | undefined>>();
  for (const { key, inner } of parts) wrong.set(key, (wrong.get(key) ?? new Set()).add(inner));
  const entries = Object.entries(value).flatMap(([key, inside]): [string, unknown][] => {
    const inners = wrong.get(key);
    if (inners?.has(undefined)) return [];
    if (inners === undefined || !isObject(inside)) return [[key, inside]];
    return [[key, Object.fromEntries(Object.entries(inside).filter(([name]) => !inners.has(name)))]];
  });
  return Object.fromEntries(entries);
}

function withAbsolutePaths(data: z.infer<typeof Configuration>, folder: string): z.infer<typeof Configuration> {
  const { roots, languages, lint_rules, cache_dir } = data;
  const absolute = (path: string) => resolve(folder, path);
  return {
    ...data,
    ...(roots === undefined ? {} : { roots: roots.map(absolute) }),
    ...(languages === undefined ? {} : { languages: languages.map(absolute) }),
    ...(lint_rules === undefined ? {} : { lint_rules: lint_rules.map(absolute) }),
    ...(cache_dir === undefined ? {} : { cache_dir: absolute(cache_dir) }),
  };
}

/** Returns the JSON Schema of codegrove.json that the package publishes. */
export function configurationSchema(): Readonly<Record<string, unknown>> {
  return { title: "codegrove.json", ...z.toJSONSchema(Configuration, { io: "input" }) };
}

/** Keys of a file that are named as unknown. It counts the others. */
const maxNamedKeys = 5;

function explain(issue: z.core.$ZodIssue): string {
  const [section] = issue.path;
  const path = issue.path.map((key) => shown(String(key))).join(".");
  if (issue.code !== "unrecognized_keys") return path === "" ? "It is not an object" : `${path}: ${issue.message}`;
  const { shape } = section === "limits" ? Limits : section === "commands" ? Command : Configuration;
  const named = issue.keys.slice(0, maxNamedKeys).map((key) => unknown("key", shown(key), Object.keys(shape)));
  const more = issue.keys.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more unknown keys`] : [])].join("; ");
}

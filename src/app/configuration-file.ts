import { dirname, resolve } from "node:path";
import * as z from "zod";
import { messageOf, UserError } from "../base/errors.ts";
import { commandTimeoutS, maxCommandTimeoutS, maxRuleFileBytes } from "../base/limits.ts";
import { logLevels } from "../base/log.ts";
import { readSmallFile } from "../base/regular-file.ts";
import { parserNames } from "../project-commands/output-parsers.ts";
import { rolesOfData } from "../syntax/macro-roles.ts";
import { unknown } from "./unknown-name.ts";

const positive = z.int().positive();

const lowerCounts = "in a found file only a lower value counts";

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
  parser: z.enum(parserNames).optional().describe("What reads the output"),
  timeout: z.int().min(1).max(maxCommandTimeoutS).optional().describe(`Seconds (default: ${commandTimeoutS})`),
  report: z.string().min(1).optional().describe("A file that the command writes, which is read in place of the output"),
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
      .describe(`Folders outside of which nothing is read, relative to this file; also --root; ${notFound}`),
    ignore: paths
      .optional()
      .describe(
        "What is left out, as lines of a .gitignore next to this file, or in the working folder from the user's own file; counts in a found file",
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
        "Languages whose files a folder is searched for besides C++ and Python; also --scan-languages and SCAN_LANGUAGES; counts in a found file",
      ),
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
    commands: z
      .record(z.string().regex(/^[A-Za-z][\w:.-]{0,63}$/), Command)
      .default({})
      .describe(
        `What run_project_command may run, by name, in the folder of this file; ${notFound} but for --allow-commands`,
      ),
    log_level: z
      .enum(logLevels)
      .optional()
      .describe("What is logged to stderr; also --log-level and LOG_LEVEL; counts in a found file"),
  })
  .describe(
    "A file that --config or CODEGROVE_CONFIG names, and the user's own, set everything. One that was found in the working folder sets only what can do no harm.",
  );

export type Configuration = Readonly<z.infer<typeof Configuration>> & {
  /** The path of the file. */
  readonly file: string;
};

/**
 * Reads a configuration, and makes the paths in it absolute.
 *
 * @param shown the path as errors show it
 * @throws UserError with the file, and the key with the nearest known one
 */
export function readConfiguration(file: string, shown: string, toolNames: readonly string[]): Configuration {
  let text: string;
  try {
    text = readSmallFile(file, maxRuleFileBytes).toString();
  } catch (error) {
    throw new UserError(`Cannot read ${shown}: ${messageOf(error)}`);
  }
  try {
    const parsed = Configuration.safeParse(JSON.parse(text));
    if (!parsed.success) throw new Error(parsed.error.issues.map(explain).join("; "));
    const { roots, languages, lint_rules, macros, tools, cache_dir } = parsed.data;
    rolesOfData({ macros: { project: macros } });
    for (const name of Object.keys(tools)) {
      if (!toolNames.includes(name)) throw new Error(unknown("tool", name, toolNames));
    }
    const absolute = (folder: string) => resolve(dirname(file), folder);
    return {
      ...parsed.data,
      ...(roots === undefined ? {} : { roots: roots.map(absolute) }),
      ...(languages === undefined ? {} : { languages: languages.map(absolute) }),
      ...(lint_rules === undefined ? {} : { lint_rules: lint_rules.map(absolute) }),
      ...(cache_dir === undefined ? {} : { cache_dir: absolute(cache_dir) }),
      file,
    };
  } catch (error) {
    throw new UserError(`Cannot use ${shown}: ${messageOf(error)}`);
  }
}

/** Returns the JSON Schema of codegrove.json that the package publishes. */
export function configurationSchema(): Readonly<Record<string, unknown>> {
  return { title: "codegrove.json", ...z.toJSONSchema(Configuration, { io: "input" }) };
}

function explain(issue: z.core.$ZodIssue): string {
  if (issue.code !== "unrecognized_keys") return `${issue.path.join(".")}: ${issue.message}`;
  const { shape } = issue.path[0] === "limits" ? Limits : Configuration;
  return issue.keys.map((key) => unknown("key", key, Object.keys(shape))).join("; ");
}

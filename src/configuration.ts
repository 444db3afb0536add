import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import * as z from "zod";
import { codeOf, messageOf, UserError } from "./errors.ts";
import { logLevels } from "./log.ts";
import { nearest } from "./nearest.ts";
import { rolesOfData } from "./syntax/masking/roles.ts";

const positive = z.int().positive();

const Limits = z.strictObject({
  max_file_size: positive.optional().describe("Bytes of one file; also MAX_FILE_SIZE"),
  request_timeout: positive.optional().describe("Milliseconds for one call; also REQUEST_TIMEOUT"),
  max_concurrent_requests: positive.optional().describe("Calls at work at a time; also MAX_CONCURRENT_REQUESTS"),
  session_timeout: positive.optional().describe("Milliseconds of an idle session over HTTP; also SESSION_TIMEOUT"),
  max_result_chars: z
    .int()
    .nonnegative()
    .optional()
    .describe("Characters of one batch answer, 0 for no limit; also --max-result-chars and MAX_RESULT_CHARS"),
});

const paths = z.array(z.string().min(1));

/** The shape of codegrove.json. */
const Configuration = z.strictObject({
  $schema: z.string().optional(),
  roots: paths
    .min(1)
    .optional()
    .describe("Folders outside of which nothing is read, relative to this file; also --root"),
  ignore: paths.optional().describe("What is left out, as lines of a .gitignore next to this file"),
  languages: paths.optional().describe("Folders of more languages, relative to this file; also --languages"),
  macros: z
    .record(z.string(), z.array(z.string()))
    .default({})
    .describe('Macros of the project by their roles, such as "attribute": ["MY_API"]'),
  tools: z.record(z.string(), z.boolean()).default({}).describe("Tools on and off; also --tools and ENABLE_<TOOL>"),
  limits: Limits.default({}),
  cache: z.boolean().optional().describe("Keep what files answered; also --no-cache and CODEGROVE_CACHE"),
  cache_dir: z
    .string()
    .min(1)
    .optional()
    .describe("The folder of the cache, relative to this file; also --cache-dir and CODEGROVE_CACHE_DIR"),
  log_level: z.enum(logLevels).optional().describe("What is logged to stderr; also --log-level and LOG_LEVEL"),
});

export type Configuration = Readonly<z.infer<typeof Configuration>> & {
  /** The file that it was read from; undefined when there is none. */
  readonly file: string | undefined;
};

const fileName = "codegrove.json";

/**
 * The project's configuration: the file given, or else codegrove.json in the working folder, if there is one. Its paths
 * are absolute.
 *
 * @throws UserError that names the file, and the key with the nearest known one
 */
export function readConfiguration(given: string | undefined, cwd: string, toolNames: Iterable<string>): Configuration {
  const file = resolve(cwd, given ?? fileName);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (given === undefined && codeOf(error) === "ENOENT") return { ...Configuration.parse({}), file: undefined };
    throw new UserError(`Cannot read ${given ?? file}: ${messageOf(error)}`);
  }
  try {
    const parsed = Configuration.safeParse(JSON.parse(text));
    if (!parsed.success) throw new Error(parsed.error.issues.map(explain).join("; "));
    const { roots, languages, macros, tools, cache_dir } = parsed.data;
    rolesOfData({ macros: { project: macros } });
    const known = [...toolNames];
    for (const name of Object.keys(tools)) if (!known.includes(name)) throw new Error(unknown("tool", name, known));
    const absolute = (folder: string) => resolve(dirname(file), folder);
    return {
      ...parsed.data,
      ...(roots === undefined ? {} : { roots: roots.map(absolute) }),
      ...(languages === undefined ? {} : { languages: languages.map(absolute) }),
      ...(cache_dir === undefined ? {} : { cache_dir: absolute(cache_dir) }),
      file,
    };
  } catch (error) {
    throw new UserError(`Cannot use ${given ?? file}: ${messageOf(error)}`);
  }
}

/** JSON Schema of codegrove.json, as the package publishes it. */
export function configurationSchema(): Readonly<Record<string, unknown>> {
  return { title: "codegrove.json", ...z.toJSONSchema(Configuration, { io: "input" }) };
}

/** `unknown key 'rots', did you mean 'roots'?` */
export function unknown(what: string, name: string, known: readonly string[]): string {
  const suggestion = nearest(name, known);
  const hint = suggestion === undefined ? `; there are ${known.join(", ")}` : `, did you mean '${suggestion}'?`;
  return `unknown ${what} '${name}'${hint}`;
}

function explain(issue: z.core.$ZodIssue): string {
  if (issue.code !== "unrecognized_keys") return `${issue.path.join(".")}: ${issue.message}`;
  const { shape } = issue.path[0] === "limits" ? Limits : Configuration;
  return issue.keys.map((key) => unknown("key", key, Object.keys(shape))).join("; ");
}

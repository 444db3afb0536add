import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { codeOf, messageOf, UserError } from "./errors.ts";
import { nearest } from "./nearest.ts";
import { rolesOfData } from "./syntax/masking/roles.ts";

/** The shape of codegrove.json. */
const Configuration = z.strictObject({
  $schema: z.string().optional(),
  /** Macros of the project by their roles, which src/syntax/masking/roles.ts lists: `"attribute": ["MY_API"]`. */
  macros: z.record(z.string(), z.array(z.string())).default({}),
});

export type Configuration = Readonly<z.infer<typeof Configuration>>;

const fileName = "codegrove.json";

/**
 * The project's configuration: the file given, or else codegrove.json in the working folder, if there is one.
 *
 * @throws UserError that names the file, and the key with the nearest known one
 */
export function readConfiguration(given: string | undefined, cwd: string): Configuration {
  const path = given ?? join(cwd, fileName);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (given === undefined && codeOf(error) === "ENOENT") return Configuration.parse({});
    throw new UserError(`Cannot read ${path}: ${messageOf(error)}`);
  }
  try {
    const parsed = Configuration.safeParse(JSON.parse(text));
    if (!parsed.success) throw new Error(parsed.error.issues.map(explain).join("; "));
    rolesOfData({ macros: { project: parsed.data.macros } });
    return parsed.data;
  } catch (error) {
    throw new UserError(`Cannot use ${path}: ${messageOf(error)}`);
  }
}

function explain(issue: z.core.$ZodIssue): string {
  if (issue.code !== "unrecognized_keys") return `${issue.path.join(".")}: ${issue.message}`;
  const known = Object.keys(Configuration.shape);
  return issue.keys
    .map((key) => {
      const suggestion = nearest(key, known);
      return `unknown key '${key}'${suggestion === undefined ? "" : `, did you mean '${suggestion}'?`}`;
    })
    .join("; ");
}

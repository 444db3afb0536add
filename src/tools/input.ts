import * as z from "zod";
import { UserError } from "../errors.ts";
import { nearest } from "../nearest.ts";
import type { TargetArguments } from "./target-arguments.ts";
import type { AnyTool } from "./tool.ts";

/** JSON Schema of a tool's arguments, as tools/list gives it. */
export function inputSchema(tool: AnyTool): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, {
    io: "input",
    override: ({ jsonSchema }) => {
      // What nobody gets wrong needs no words: agents read all of this.
      for (const key of ["minLength", "minItems"] as const) delete jsonSchema[key];
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      const { anyOf, ...rest } = jsonSchema;
      if (anyOf === undefined) return;
      // One `type` with several names says the same in fewer words, and more clients read it.
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      Object.assign(jsonSchema, ...anyOf, rest, { type: anyOf.map(({ type }) => type) });
    },
  });
  const { required = [] } = schema;
  return tool.listsFilepathAsRequired ? { ...schema, required: ["filepath", ...required] } : schema;
}

/**
 * The arguments of a call, validated.
 *
 * @throws UserError that names the argument and what it takes
 */
export function parseInput(tool: AnyTool, input: unknown): TargetArguments {
  const parsed = tool.input.safeParse(input);
  if (!parsed.success) throw new UserError(parsed.error.issues.map((issue) => explain(issue, tool, input)).join(" "));
  const complaint = complaintAboutTarget(parsed.data, tool);
  if (complaint !== undefined) throw new UserError(complaint);
  return parsed.data;
}

/** What is wrong with what a call asks about, if anything: it is either files or a text. */
function complaintAboutTarget(input: TargetArguments, tool: AnyTool): string | undefined {
  const { filepath, source, language } = input;
  const insteadOfSource = "give either filepath, or source and language";
  if (source === undefined) {
    if (filepath === undefined) {
      const takes = describeType(tool, "filepath");
      return `Missing argument 'filepath': ${takes}; or else give source and language.`;
    }
    return language === undefined ? undefined : `Argument 'language' goes with 'source': ${insteadOfSource}.`;
  }
  if (filepath !== undefined) return `Arguments 'filepath' and 'source' exclude each other: ${insteadOfSource}.`;
  if (language === undefined) return "Missing argument 'language': the language of source, such as cpp or python.";
  const forFiles = fileArguments.find((name) => input[name] !== undefined);
  return forFiles === undefined ? undefined : `Argument '${forFiles}' is about files and does not go with 'source'.`;
}

/** What says which files to read. */
const fileArguments = ["recursive", "file_patterns", "no_ignore", "max_results", "cursor"] as const;

function explain(issue: z.core.$ZodIssue, tool: AnyTool, input: unknown): string {
  const known = Object.keys(tool.input.shape);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => unknownArgument(key, tool.name, known)).join(" ");
  }
  const [name, ...rest] = issue.path.map(String);
  if (name === undefined) return `Invalid arguments of ${tool.name}: ${issue.message}.`;
  const takes = describeType(tool, name);
  if (valueAt(input, [name]) === undefined) return `Missing argument '${name}': ${takes}.`;
  const given = rest.length === 0 ? describeValue(valueAt(input, [name])) : `${issue.message} at ${rest.join(".")}`;
  return `Invalid argument '${name}': it takes ${takes}, not ${given}.`;
}

function unknownArgument(key: string, tool: string, known: readonly string[]): string {
  const suggestion = nearest(key, known);
  const hint = suggestion === undefined ? "" : ` Did you mean '${suggestion}'?`;
  return `Unknown argument '${key}': ${tool} takes ${known.join(", ")}.${hint}`;
}

const typeNames: Readonly<Record<string, string>> = {
  string: "a non-empty string",
  boolean: "a boolean, true or false",
  array: "an array of non-empty strings",
};

function describeType(tool: AnyTool, name: string): string {
  const schema = tool.input.shape[name];
  if (schema === undefined) return "nothing";
  const types: z.core.JSONSchema.BaseSchema = z.toJSONSchema(schema, { io: "input" });
  return (types.anyOf ?? [types]).map(describeSchema).join(" or ");
}

function describeSchema({ type, enum: words, minimum, items }: z.core.JSONSchema.BaseSchema): string {
  if (words !== undefined) return `one of ${words.join(", ")}`;
  if (type === "integer") return `a whole number from ${minimum ?? 0} on`;
  if (typeof items === "object" && !Array.isArray(items) && items.enum !== undefined) {
    return `an array of ${items.enum.join(", ")}`;
  }
  return typeNames[String(type)] ?? String(type);
}

function describeValue(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 60 ? `${json.slice(0, 60)}…` : json;
}

function valueAt(input: unknown, [key]: readonly [string]): unknown {
  return typeof input === "object" && input !== null ? Reflect.get(input, key) : undefined;
}

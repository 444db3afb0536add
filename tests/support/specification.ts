import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { Ajv, type AnySchemaObject, type ErrorObject } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { packageFolder } from "./built-server.ts";

/**
 * The schema files of the specification, by their versions. The conformance suite of the specification brings them, in
 * its one bundled file, as objects in variables: no package has them as files.
 */
const suite = readFileSync(join(packageFolder, "node_modules/mcp-conformance-next/dist/index.js"), "utf8");

const versions = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] as const;

export type Version = (typeof versions)[number];

/** What the schema of a version says of a definition such as `ListToolsResult`. */
export class Specification {
  readonly #ajv: Ajv;
  readonly #place: string;
  readonly #definitions: Readonly<Record<string, AnySchemaObject>>;

  constructor(version: Version) {
    const schema = schemaOf(version);
    const options = { strict: false, allErrors: true };
    this.#ajv = String(schema.$schema).includes("2020-12") ? new Ajv2020(options) : new Ajv(options);
    ajvFormats.default(this.#ajv);
    // The files use it for base64.
    this.#ajv.addFormat("byte", /^[\w+/]*={0,2}$/);
    this.#ajv.addSchema(schema, version);
    const keyword = "$defs" in schema ? "$defs" : "definitions";
    this.#place = `${version}#/${keyword}`;
    this.#definitions = schema[keyword];
  }

  /** The first of these definitions that this version has. */
  named(...names: readonly string[]): string {
    const name = names.find((known) => known in this.#definitions);
    if (name === undefined) throw new Error(`the schema ${this.#place} has none of ${names}`);
    return name;
  }

  /** The definition of a notification. */
  notification(method: string | undefined): string {
    const found = Object.entries(this.#definitions).find(([, { properties }]) => properties?.method?.const === method);
    if (found === undefined) throw new Error(`the schema ${this.#place} has no notification ${method}`);
    return found[0];
  }

  /** What is wrong with a value. */
  errors(definition: string, value: unknown): readonly ErrorObject[] {
    const validate = this.#ajv.getSchema(`${this.#place}/${this.named(definition)}`);
    if (validate === undefined) throw new Error(`the schema ${this.#place} has no ${definition}`);
    return validate(value) ? [] : (validate.errors ?? []);
  }
}

function schemaOf(version: Version): AnySchemaObject {
  const table = /\{"2025-03-26":([\w$]+),"2025-06-18":([\w$]+),"2025-11-25":([\w$]+),\[[\w$]+\]:([\w$]+)\}/.exec(suite);
  const name = table?.[versions.indexOf(version) + 1];
  const start = suite.indexOf(`${name}={$schema:`);
  if (name === undefined || start < 0) throw new Error("the suite keeps the schemas in another way than before");
  return runInNewContext(`(${objectAt(suite.slice(start + name.length + 1))})`);
}

/** The object literal that a text starts with. */
function objectAt(text: string): string {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/[{}]|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\[\s\S]|[^`\\])*`/g)) {
    if (token === "{") depth += 1;
    else if (token === "}") depth -= 1;
    if (depth === 0) return text.slice(0, index + 1);
  }
  throw new Error("the object does not end");
}

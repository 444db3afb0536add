/**
 * The program as tools without files see it: version, limits, languages, nodes of a grammar, commands of the project.
 * Input: the facts of a process, and workers; output: the `Server` that these tools are called with.
 */
import { UserError } from "../base/errors.ts";
import type { CommandCall, OpenCommand } from "../project-commands/commands.ts";
import type { Language, Languages } from "../syntax/languages.ts";
import { lintRulesOf } from "../syntax/lint-rules.ts";
import { grammarVersionOf, type NodeTypes, nodeExamplesOf, nodeTypesOf, queryNamesOf } from "../syntax/node-types.ts";
import type {
  KnownLanguage,
  NodeChildren,
  NodeReference,
  NodeShape,
  ProjectCommand,
  Server,
} from "../tools/contract/server-tool.ts";
import type { WorkerPool } from "../workers/pool.ts";
import type { WorkerReply } from "../workers/protocol.ts";

/** The data of the program for tools that need no files, except its languages. */
export type ServerFacts = Pick<Server, "version" | "tools" | "limits"> & {
  readonly commands: ReadonlyMap<string, OpenCommand>;
};

/**
 * Returns the program as tools without files may use it. A grammar without node types is loaded by a worker, and the output
 * of a command is read by one.
 */
export function openServer(
  facts: ServerFacts,
  languages: Languages,
  pool: WorkerPool,
  signal: AbortSignal,
  onProgress: CommandCall["onProgress"],
): Server {
  const commands = [...facts.commands].map(([name, command]) => [name, withPool(command, pool, onProgress)] as const);
  return {
    ...facts,
    commands: new Map(commands),
    languages: () => languages.map(knownLanguage),
    nodesOf: async (name) => {
      const language = languages.find((one) => one.name === name);
      if (language === undefined) throw new Error(`no language ${name}`);
      const types = nodeTypesOf(language);
      return types === undefined ? kindsOf(language, pool, signal) : shapesOf(types, language);
    },
  };
}

/** Returns a command whose output is read in a worker: the time that this takes depends on what the output has. */
function withPool(
  { title, run }: OpenCommand,
  pool: WorkerPool,
  onProgress: CommandCall["onProgress"],
): ProjectCommand {
  return {
    title,
    run: (file, signal) => {
      pool.warmUp();
      const findingsIn: CommandCall["findingsIn"] = async (request) => {
        const findings = await pool.request({ findingsIn: request }, repliedFindings, signal);
        if ("refused" in findings) throw new UserError(findings.refused.error, findings.refused.details);
        return findings;
      };
      return run(file, { signal, findingsIn, onProgress });
    },
  };
}

function repliedFindings(reply: WorkerReply) {
  return "findings" in reply ? reply.findings : undefined;
}

function knownLanguage(language: Language): KnownLanguage {
  const { name, title, also_called, extensions } = language;
  const queries = queryNamesOf(language);
  const lintRules = lintRulesOf(language).map(({ id }) => id);
  return { name, title, also_called, extensions, grammar: grammarVersionOf(language), queries, lintRules };
}

function shapesOf({ kinds, anonymous }: NodeTypes, language: Language): NodeReference {
  const shapes = Object.entries(kinds).map(([kind, { fields, children, subtypes }]): [string, NodeShape] => [
    kind,
    {
      fields: Object.fromEntries(Object.entries(fields).map(([field, encoded]) => [field, childrenOf(encoded)])),
      children: children && childrenOf(children),
      subtypes,
    },
  ]);
  return {
    named: new Map(shapes.filter(([, { subtypes }]) => subtypes === undefined).concat(supertypesOf(shapes))),
    anonymous,
    fields: [...new Set(shapes.flatMap(([, shape]) => Object.keys(shape.fields)))].sort(),
    supertypes: supertypesOf(shapes).map(([kind]) => kind),
    examples: new Map(Object.entries(nodeExamplesOf(language))),
  };
}

function supertypesOf(shapes: readonly [string, NodeShape][]): [string, NodeShape][] {
  return shapes.filter(([, { subtypes }]) => subtypes !== undefined);
}

function childrenOf([flags, ...types]: readonly string[]): NodeChildren {
  return { types, required: flags?.includes("!") === true, multiple: flags?.includes("*") === true };
}

async function kindsOf(language: Language, pool: WorkerPool, signal: AbortSignal): Promise<NodeReference> {
  const kinds = await pool.request({ kindsOf: language.name }, repliedKinds, signal);
  if ("refused" in kinds) throw new UserError(kinds.refused.error, kinds.refused.details);
  const { named, anonymous, fields, supertypes } = kinds;
  const examples = new Map(Object.entries(nodeExamplesOf(language)));
  return { named: new Map(named.map((kind) => [kind, undefined])), anonymous, fields, supertypes, examples };
}

function repliedKinds(reply: WorkerReply) {
  return "kinds" in reply ? reply.kinds : undefined;
}

/**
 * The contract of a tool that needs no files: it answers from the program, or runs a command. Input: a tool as its file
 * writes it; output: the same tool without the type of its input, as the table has it.
 */
import type { IndexAnswer } from "../../answers/answer.ts";
import type { Room } from "../../answers/fit.ts";
import type { RowValues } from "../../answers/rows.ts";
import { type Described, descriptionOf } from "./described.ts";

/** The facts of the program about itself, as tools without files may use it. */
export type Server = {
  readonly version: string;
  /** The names of the tools that are served. */
  readonly tools: readonly string[];
  /** Limits that are in force, by name; undefined for one that is off. */
  readonly limits: Readonly<Record<string, number | undefined>>;
  /** Returns the languages with what is shipped for them. */
  readonly languages: () => readonly KnownLanguage[];
  /** Returns what the grammar of a language says of its nodes. */
  readonly nodesOf: (language: string) => Promise<NodeReference>;
  /** The project's commands that may be run, by name; none unless the user has allowed them. */
  readonly commands: ReadonlyMap<string, ProjectCommand>;
};

/** A language and the files that make it. */
export type KnownLanguage = {
  readonly name: string;
  readonly title: string;
  /** Words that people type for it. */
  readonly also_called: readonly string[];
  readonly extensions: readonly string[];
  /** The package of the grammar and its versions; undefined for a grammar that is not shipped. */
  readonly grammar: RowValues | undefined;
  /** The names of the queries and of the lint rules, in order. */
  readonly queries: readonly string[];
  readonly lintRules: readonly string[];
};

/** The children that a field, or a node outside of its fields, takes: kinds of nodes; those without a name in quotes. */
export type NodeChildren = {
  readonly types: readonly string[];
  readonly required: boolean;
  readonly multiple: boolean;
};

/** A kind of nodes with a name. */
export type NodeShape = {
  readonly fields: Readonly<Record<string, NodeChildren>>;
  readonly children: NodeChildren | undefined;
  /** Of a supertype the kinds that it stands for. */
  readonly subtypes: readonly string[] | undefined;
};

/** Code with a query that captures nodes of a kind in it. */
type NodeExample = { readonly code: string; readonly query: string };

export type NodeReference = {
  /** Kinds with a name, and their facts; undefined if there is only the grammar. */
  readonly named: ReadonlyMap<string, NodeShape | undefined>;
  readonly anonymous: readonly string[];
  readonly fields: readonly string[];
  readonly supertypes: readonly string[];
  readonly examples: ReadonlyMap<string, NodeExample>;
};

/** A command of the project. */
export type ProjectCommand = {
  /** The program with its arguments, for people. */
  readonly title: string;
  /**
   * Runs the command.
   *
   * @param file an argument of the command; undefined for none
   * @throws UserError when it cannot be run
   */
  readonly run: (file: string | undefined, signal: AbortSignal) => Promise<CommandResult>;
};

/** The end of a command, and the findings in its output. */
export type CommandResult = {
  readonly exitCode: number | undefined;
  /** Why it was ended, such as the time limit; undefined when it ended by itself. */
  readonly ended: string | undefined;
  readonly durationMs: number;
  readonly summary: RowValues | undefined;
  readonly failures: readonly RowValues[];
  /** Rows as check_file has them, by file, in order. */
  readonly diagnostics: ReadonlyMap<string, readonly RowValues[]>;
  /** Rows past the limit. */
  readonly omittedRows: number;
  /** Why a report of the command was not read; undefined when it was, or there is none. */
  readonly unread: string | undefined;
  /** The beginning and the end of the output. */
  readonly output: string;
  readonly omittedChars: number;
};

/** The limits of an answer of a server tool. */
export type ServerBounds = Room & { readonly signal: AbortSignal };

/** A tool that needs neither files nor an index: it answers from the program, or runs a command of the project. */
export type ServerTool<Input> = Described<Input> & {
  readonly needs: "program";
  readonly commandLine: { readonly firstArgument: string };
  /** True for a tool that runs what may change files, and reach what is outside. */
  readonly runsCommands?: boolean;
  /** @throws UserError when the arguments name nothing: with alternatives */
  readonly answer: (server: Server, input: Input, bounds: ServerBounds) => Promise<IndexAnswer>;
};

/** The arguments that the engine reads of every server tool. */
export type ServerArguments = { readonly max_chars?: number | undefined };

/** A server tool in the table, without the type of its input. */
export type AnyServerTool = Described<ServerArguments> &
  Pick<ServerTool<ServerArguments>, "needs" | "commandLine"> & {
    readonly runsCommands: boolean;
    /** Answers a call whose arguments are validated. */
    readonly answer: (server: Server, input: unknown, bounds: ServerBounds) => Promise<IndexAnswer>;
  };

/** Makes a tool for the table: its handler receives arguments that its own schema has validated. */
export function defineServerTool<Input extends ServerArguments>(tool: ServerTool<Input>): AnyServerTool {
  const { needs, input, commandLine, runsCommands = false } = tool;
  return {
    ...descriptionOf(tool),
    needs,
    commandLine,
    runsCommands,
    answer: async (server, given, bounds) => tool.answer(server, input.parse(given), bounds),
  };
}

import type * as z from "zod";
import type { Language } from "../syntax/languages.ts";
import type { ParsedFile } from "../syntax/parse.ts";
import type { TargetArguments } from "./target-arguments.ts";

/**
 * A file-level tool: a pure function from one parsed file to the keys of its answer.
 *
 * Paths, reading, limits, threads and transport are the engine's. The handlers run in workers.
 */
export type Tool<Input extends TargetArguments = TargetArguments> = {
  readonly name: string;
  readonly title: string;
  /** When to use this tool and not its neighbour: 60 to 300 characters. */
  readonly description: string;
  /** The arguments. The first sentence of each description is its help on the command line. */
  readonly input: z.ZodType<Input> & { readonly shape: Readonly<Record<string, z.ZodType>> };
  /**
   * Does tools/list call filepath required, as the reference of the first four tools does? A call with source needs
   * none.
   */
  readonly listsFilepathAsRequired?: boolean;
  /** The kinds of definitions that it asks a file for, when it asks for nothing else: what holds none is not parsed. */
  readonly onlyKinds?: ReadonlySet<string>;
  /** Words that stand in every file that has rows for these arguments: what lacks one is not parsed. */
  readonly wordsOf?: (input: Input) => readonly string[];
  /** Does a batch answer always tell processed_files and failed_files? */
  readonly countsFiles: boolean;
  /** True when its rows are diagnostics: a command that finds one exits with 1. */
  readonly listsDiagnostics?: boolean;
  /** Throws a UserError when the arguments can never work for a language; it is then left out. */
  readonly check?: (input: Input, language: Language) => Promise<void>;
  /** The keys of the file's answer, in the order in which they are written. */
  readonly rowsOf: (file: ParsedFile, input: Input) => ToolRows;
};

type ToolRows = {
  readonly rows: Readonly<Record<string, unknown>>;
  /** What the reader must know about these rows, such as that there were more. */
  readonly warning?: string;
  /** Has a filter left nothing? Then a batch leaves the file out. */
  readonly isEmpty?: boolean;
};

/** A tool whose input type is forgotten, as the table holds it; `input` validates before the handlers run. */
export type AnyTool = Omit<Tool, "onlyKinds" | "check" | "wordsOf" | "rowsOf"> & {
  readonly needsCheck: boolean;
  readonly check: (input: unknown, language: Language) => Promise<void>;
  /** Takes the arguments once for many files. */
  readonly bind: (input: unknown) => BoundTool;
};

/** A tool with its arguments. */
export type BoundTool = Pick<Tool, "onlyKinds"> & {
  readonly words: readonly string[];
  readonly rowsOf: (file: ParsedFile) => ToolRows;
};

/** Puts a tool into the table: its handlers take what its own schema let through. */
export function defineTool<Input extends TargetArguments>(tool: Tool<Input>): AnyTool {
  const { onlyKinds, check, wordsOf, rowsOf, ...described } = tool;
  return {
    ...described,
    needsCheck: check !== undefined,
    check: async (input, language) => check?.(tool.input.parse(input), language),
    bind: (input) => {
      const known = tool.input.parse(input);
      const words = wordsOf?.(known) ?? [];
      return { ...(onlyKinds && { onlyKinds }), words, rowsOf: (file) => rowsOf(file, known) };
    },
  };
}

import type * as z from "zod";
import type { Language } from "../syntax/languages.ts";
import type { ParsedFile } from "../syntax/parse.ts";
import type { RowKind, RowValues } from "./rows.ts";
import type { TargetArguments } from "./target-arguments.ts";

/**
 * A file-level tool: a pure function from one parsed file to the rows of its answer.
 *
 * The engine is responsible for paths, reading, limits, threads and transport. The handlers run in workers.
 */
export type Tool<Input extends TargetArguments = TargetArguments> = {
  readonly name: string;
  readonly title: string;
  /** The purpose of the tool, and when to use another: 60 to 300 characters. */
  readonly description: string;
  /** The schema of the arguments. Each description is also the help of a flag. */
  readonly input: z.ZodType<Input> & { readonly shape: Readonly<Record<string, z.ZodType>> };
  /**
   * True when tools/list calls filepath required, as the reference of the first four tools does. A call with source
   * has none.
   */
  readonly listsFilepathAsRequired?: boolean;
  /** The kinds of definitions that the rows are made of, when of nothing else: a file without them is not parsed. */
  readonly onlyKinds?: ReadonlySet<string>;
  /** Returns words that every file with rows for these arguments contains: a file without one of them is not parsed. */
  readonly wordsOf?: (input: Input) => readonly string[];
  /** True when a batch answer always has processed_files and failed_files. */
  readonly countsFiles: boolean;
  /** The kind of the rows. */
  readonly kind: RowKind;
  /** Throws a UserError when the arguments cannot work for a language; its files are then skipped. */
  readonly check?: (input: Input, language: Language) => Promise<void>;
  /** Returns the rows of a file, with their keys in the order of the answer. */
  readonly rowsOf: (file: ParsedFile, input: Input) => ToolRows;
};

type ToolRows = {
  readonly rows: RowValues;
  /** A note on the rows, such as that there are more. */
  readonly warning?: string;
  /** True when a filter has left no rows: a batch then leaves the file out. */
  readonly isEmpty?: boolean;
};

/** A tool in the table, without the type of its input; `input` validates before the handlers run. */
export type AnyTool = Omit<Tool, "onlyKinds" | "check" | "wordsOf" | "rowsOf"> & {
  readonly needsCheck: boolean;
  readonly check: (input: unknown, language: Language) => Promise<void>;
  /** Validates the arguments once for many files. */
  readonly bind: (input: unknown) => BoundTool;
};

/** A tool bound to its arguments. */
export type BoundTool = Pick<Tool, "kind" | "onlyKinds"> & {
  readonly words: readonly string[];
  readonly rowsOf: (file: ParsedFile) => ToolRows;
};

/** Makes a tool for the table: its handlers receive arguments that its own schema has validated. */
export function defineTool<Input extends TargetArguments>(tool: Tool<Input>): AnyTool {
  const { onlyKinds, check, wordsOf, rowsOf, ...described } = tool;
  return {
    ...described,
    needsCheck: check !== undefined,
    check: async (input, language) => check?.(tool.input.parse(input), language),
    bind: (input) => {
      const known = tool.input.parse(input);
      const words = wordsOf?.(known) ?? [];
      return { kind: tool.kind, ...(onlyKinds && { onlyKinds }), words, rowsOf: (file) => rowsOf(file, known) };
    },
  };
}

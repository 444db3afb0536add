/**
 * The description that tools of any kind have. Input: a tool as its file writes it; output: its name, its texts, its schema and the kind
 * of its rows.
 */
import type * as z from "zod";
import type { InterfaceRows } from "../../answers/row-kinds.ts";
import type { RowKind } from "../../answers/rows.ts";

/** A command line that shows what a command is for, as a person writes it in a shell. */
export type Example = { readonly line: string; readonly does: string };

/** The groups of commands, in the order of the help. */
export const commandGroups = ["Read files", "Find code", "Check and measure", "Serve and set up", "More"] as const;

export type CommandGroup = (typeof commandGroups)[number];

/** The help of a command, apart from its schema. */
export type CommandHelp = {
  /** One line of the list of commands. */
  readonly does: string;
  readonly group: CommandGroup;
  /** Tests run them. */
  readonly examples: readonly Example[];
  /** The words that it takes, if these are not the usual ones of its kind of tool. */
  readonly words?: string;
  /** Words that people type for it, which an error suggests it for. */
  readonly synonyms?: readonly string[];
};

/** The words of a command line that are arguments of a tool. */
type CommandLine = {
  /** The argument that the first word is, instead of a symbol or a path, unless its flag is given. */
  readonly firstArgument?: string;
  /** The argument that the word after a symbol is, unless its flag is given. */
  readonly secondArgument?: string;
  /**
   * The argument that is read from stdin: for `-` as its flag, and of a tool with a `firstArgument` also for `-` as the first word,
   * instead of a list of paths.
   */
  readonly stdinArgument?: string;
  /** Properties of answers at which the command can fail, each with the part of `include` that tells: see `Aside.failing`. */
  readonly failWords?: Readonly<Record<string, string | undefined>>;
};

/**
 * The description of a tool of any kind. The kinds differ in `needs`: a tool over files needs what it reads of each file, such as `tree`, a
 * tool over the index `index`, and a tool without files `program`.
 */
export type Described<Input> = {
  readonly name: string;
  readonly title: string;
  /** The purpose of the tool, and when to use another: 60 to 300 characters. */
  readonly description: string;
  /** The help of the command; absent for a tool that is in no list. */
  readonly help?: CommandHelp;
  /** The words of its command line; left out if they are paths, or a symbol and paths. */
  readonly commandLine?: CommandLine;
  /**
   * True for a tool that replaces most calls of grep. Claude Code shows only the names of the others until a search loads
   * them, and agents seldom search.
   */
  readonly isAlwaysLoaded?: boolean;
  /** True for a tool that edits files if a call says `apply`. */
  readonly editsFiles?: boolean;
  /** True for a tool that is listed only by a server that may edit files. */
  readonly isForEdits?: boolean;
  /** The schema of the arguments. Each description is also the help of a flag. */
  readonly input: z.ZodType<Input> & { readonly shape: Readonly<Record<string, z.ZodType>> };
  /** The kind of the rows. */
  readonly kind: RowKind;
  /** UTF-16 code units of the answer to a call without max_chars (default: the bound of the program). */
  readonly defaultChars?: number;
  /** Of a tool whose rows can be a text: the signs before and after a comment in it. */
  readonly commentSignsOf?: (text: Pick<InterfaceRows, "language" | "output_format">) => CommentSigns;
};

type CommentSigns = readonly [before: string, after: string];

/** The description of a tool, out of all of it. */
export function descriptionOf<Input>(tool: Described<Input>): Described<Input> {
  const {
    name,
    title,
    description,
    help,
    commandLine,
    isAlwaysLoaded,
    editsFiles,
    isForEdits,
    input,
    kind,
    defaultChars,
    commentSignsOf,
  } = tool;
  return {
    name,
    title,
    description,
    input,
    kind,
    ...(help && { help }),
    ...(commandLine && { commandLine }),
    ...(isAlwaysLoaded && { isAlwaysLoaded }),
    ...(editsFiles && { editsFiles }),
    ...(isForEdits && { isForEdits }),
    ...(defaultChars && { defaultChars }),
    ...(commentSignsOf && { commentSignsOf }),
  };
}

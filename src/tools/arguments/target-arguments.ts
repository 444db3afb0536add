import * as z from "zod";

/** Metadata of an argument that is taken and not listed, since every listed one costs each agent its characters. */
export const unlisted = { unlisted: true };

/** Asks for the language of a text; a message has the names of arguments in braces. */
export const languageOfSource = "the language of {source}, such as cpp or python";

/** Metadata of an argument that is listed without its description, which the instructions of the server have. */
export const undescribed = { undescribed: true };

/** Metadata of a list of words that may be written as one text, with commas between them. */
export const commaList = { commaList: true };

/** Metadata of an argument that is listed by a server that may edit files, and else only taken. */
export const listedForEdits = { listedForEdits: true };

/** The argument that has edits written. */
export const applyArgument = z.boolean().optional().describe("Write it").meta(listedForEdits);

/** The arguments of every file-level tool. One of `filepath` and `source` is required. */
export const TargetArguments = z.strictObject({
  filepath: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .optional()
    .describe("File, files, directory or glob"),
  recursive: z.boolean().optional().describe("In subfolders (default)"),
  file_patterns: z.array(z.string().min(1)).optional().describe("Globs of files; ! excludes"),
  no_ignore: z.boolean().optional().describe("Read ignored files, too").meta(undescribed),
  max_results: z.int().min(1).optional().describe("Files in one answer").meta(undescribed),
  cursor: z.string().min(1).optional().describe("next_cursor, to go on").meta(undescribed),
  source: z.string().optional().describe("Text instead of filepath"),
  language: z.string().min(1).optional().describe("Language of source").meta(undescribed),
});

/** The arguments of the file-level tools that the reference does not have. */
export const FurtherTargetArguments = TargetArguments.extend({
  recursive: TargetArguments.shape.recursive.meta(unlisted),
  no_ignore: TargetArguments.shape.no_ignore.meta(unlisted),
});

export type TargetArguments = z.infer<typeof TargetArguments> & {
  /** UTF-16 code units of the answer. */
  readonly max_chars?: number | undefined;
  /** True if the files are to be written. */
  readonly apply?: boolean | undefined;
};

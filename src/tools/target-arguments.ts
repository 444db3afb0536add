import * as z from "zod";

/** The arguments of every file-level tool. One of `filepath` and `source` is required. */
export const TargetArguments = z.strictObject({
  filepath: z
    .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
    .optional()
    .describe("File path, array of paths, directory or glob"),
  recursive: z.boolean().optional().describe("Scan subdirectories (default: true)"),
  file_patterns: z.array(z.string().min(1)).optional().describe("Globs of files; ! excludes"),
  no_ignore: z.boolean().optional().describe("Read ignored files, too"),
  max_results: z.int().min(1).optional().describe("Files in one answer"),
  cursor: z.string().min(1).optional().describe("next_cursor, to go on"),
  source: z.string().optional().describe("Text in place of filepath"),
  language: z.string().min(1).optional().describe("Language of source"),
});

/** Metadata of an argument that is taken and not listed, since every listed one costs each agent its characters. */
export const unlisted = { unlisted: true };

/** The arguments of the file-level tools that the reference does not have. */
export const FurtherTargetArguments = TargetArguments.extend({
  recursive: TargetArguments.shape.recursive.meta(unlisted),
  no_ignore: TargetArguments.shape.no_ignore.meta(unlisted),
});

export type TargetArguments = z.infer<typeof TargetArguments> & {
  /** UTF-16 code units of the answer. */
  readonly max_chars?: number | undefined;
};

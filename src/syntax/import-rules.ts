import * as z from "zod";

/** The rules by which imports of a language name files. */
export const ImportRules = z.discriminatedUnion("kind", [
  /** `#include "a.h"`: as in C. */
  z.strictObject({ kind: z.literal("include") }),
  /** `import "./a"`: a path from the folder of the file; any other one is outside of the code base. */
  z.strictObject({
    kind: z.literal("relative"),
    /** The extensions and names that a path may omit, the likeliest first. */
    extensions: z.array(z.string().startsWith(".")).min(1),
    /** The name of the file, without its extension, that a path of a folder stands for. */
    folder_file: z.string(),
    /** An extension that is written → extensions of files that it may mean. */
    written_for: z.record(z.string(), z.array(z.string())).default({}),
  }),
  /**
   * `import a.b.C;`: the end of a path, with dots instead of slashes; a part of it names what is inside of the file.
   */
  z.strictObject({ kind: z.literal("dotted"), extension: z.string().startsWith(".") }),
  /** `import "a/b/c"`: a folder below that of a manifest, which says what its own path is. */
  z.strictObject({
    kind: z.literal("package"),
    manifest: z.string(),
    /** A regular expression for a line of the manifest, with the path in its first group. */
    path_line: z.string(),
    extension: z.string().startsWith("."),
    /** The end of names of files that nothing imports. */
    left_out: z.string(),
  }),
  /** `use crate::a::b;`, `mod a;`: modules of files and folders below the root of a crate. */
  z.strictObject({
    kind: z.literal("module"),
    extension: z.string().startsWith("."),
    /** Files that a tree of modules begins with. */
    roots: z.array(z.string()).min(1),
    /** The file of a module that is a folder. */
    folder_file: z.string(),
  }),
]);

export type ImportRules = Readonly<z.infer<typeof ImportRules>>;

/** The rules of one kind. */
export type ImportRulesOf<Kind extends ImportRules["kind"]> = Extract<ImportRules, { readonly kind: Kind }>;

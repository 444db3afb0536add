/**
 * The rules by which imports name files, as `imports` of language.json has them.
 *
 * Input: an object of a file; output: the same object, checked, with its defaults.
 */
import * as z from "zod";

/** The rules by which imports of a language name files. */
export const ImportRules = z.discriminatedUnion("kind", [
  /** `#include "a.h"`: as in C. */
  z.strictObject({ kind: z.literal("include").describe("`#include` as in C") }),
  /** `import "./a"`: a path from the folder of the file; any other one is outside of the code base. */
  z.strictObject({
    kind: z
      .literal("relative")
      .describe("A path from the folder of the file; any other one is outside of the code base"),
    extensions: z
      .array(z.string().startsWith("."))
      .min(1)
      .describe("The extensions and names that a path may omit, the likeliest first"),
    folder_file: z.string().describe("The name of the file, without its extension, that a path of a folder stands for"),
    written_for: z
      .record(z.string(), z.array(z.string()))
      .default({})
      .describe("An extension that is written → extensions of files that it may mean"),
    settings: z
      .strictObject({
        compilers: z.array(z.string()).describe("Names of files with `compilerOptions`, whose `paths` name files"),
        manifest: z.string().describe("The name of the file with the name and the entries of a package"),
        workspace: z
          .string()
          .describe("The name of the file that lists the folders of packages; the manifest may, too"),
      })
      .optional()
      .describe("The settings of a project that give names to files"),
  }),
  /**
   * `import a.b.C;`: the end of a path, with dots instead of slashes; a part of it names what is inside of the file.
   */
  z.strictObject({
    kind: z
      .literal("dotted")
      .describe("The end of a path, with dots instead of slashes; a part of it names what is inside of the file"),
    extension: z.string().startsWith(".").describe("The extension of its files"),
  }),
  /** `import "a/b/c"`: a folder below that of a manifest, which says what its own path is. */
  z.strictObject({
    kind: z.literal("package").describe("A folder below that of a manifest, which says what its own path is"),
    manifest: z.string().describe("The name of the manifest"),
    path_line: z.string().describe("A regular expression for a line of the manifest, with the path in its first group"),
    extension: z.string().startsWith(".").describe("The extension of its files"),
    left_out: z.string().describe("The end of names of files that nothing imports"),
    replace_line: z
      .string()
      .optional()
      .describe(
        "A regular expression for a line of the manifest that gives a path, its first group, a folder, its second one",
      ),
    workspace: z
      .strictObject({
        file: z.string().describe("The name of the file"),
        member_line: z
          .string()
          .describe("A regular expression for a line of it, with a folder with a manifest in its first group"),
      })
      .optional()
      .describe("The file, in a folder around, that names the folders of modules which belong together"),
    vendored: z.string().optional().describe("The folder next to the manifest with copies of packages from outside"),
  }),
  /** `use crate::a::b;`, `mod a;`: modules of files and folders below the root of a crate. */
  z.strictObject({
    kind: z.literal("module").describe("Modules of files and folders below the root of a crate"),
    extension: z.string().startsWith(".").describe("The extension of its files"),
    roots: z.array(z.string()).min(1).describe("Files that a tree of modules begins with"),
    folder_file: z.string().describe("The file of a module that is a folder"),
    manifest: z.string().optional().describe("The file that names a package and the ones that it needs"),
    known: z
      .string()
      .default("")
      .describe("Words with blanks between them: packages that are known without a manifest"),
    sources: z.string().default("src").describe("The folder with the roots of a package"),
  }),
]);

export type ImportRules = Readonly<z.infer<typeof ImportRules>>;

/** The rules of one kind. */
export type ImportRulesOf<Kind extends ImportRules["kind"]> = Extract<ImportRules, { readonly kind: Kind }>;

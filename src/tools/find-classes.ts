import { TargetArguments } from "./target-arguments.ts";
import { defineTool } from "./tool.ts";

/** The kinds of definitions in tags.scm that are classes. */
export const classKinds: ReadonlySet<string> = new Set(["class"]);

/** Lists the class, struct and union definitions of C++, and the classes of Python. */
export const findClasses = defineTool({
  over: "file",
  reads: "outline",
  name: "find_classes",
  title: "Find classes",
  description:
    "Find all class declarations with locations: classes, structs and unions with a body. Forward declarations are " +
    "left out.",
  input: TargetArguments,
  listsFilepathAsRequired: true,
  countsFiles: false,
  kind: "definitions",
  onlyKinds: classKinds,
  rowsOf: (file) => ({
    rows: {
      classes: file
        .outline()
        .definitions.filter(({ kind }) => classKinds.has(kind))
        .map(({ name, line, column }) => ({ name, line, column })),
    },
  }),
});

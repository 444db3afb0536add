import { referencePatterns } from "./arguments/reference-patterns.ts";
import { TargetArguments } from "./arguments/target-arguments.ts";
import { defineTool } from "./contract/tool.ts";

/** Lists the class, struct and union definitions of C++, and the classes of Python. */
export const findClasses = defineTool({
  needs: "outline",
  name: "find_classes",
  title: "Find classes",
  description: "Find all class declarations with locations: classes, structs and unions with a body.",
  help: {
    does: "classes and where they are",
    group: "Read files",
    examples: [
      { line: "codegrove find_classes src --file-patterns '*.h'", does: "the classes of the headers below src" },
    ],
    synonyms: ["classes"],
  },
  input: TargetArguments,
  kind: "definitions",
  search: { listsFilepathAsRequired: true, defaultPatterns: referencePatterns },
  parsing: { onlyKinds: new Set(["class"]) },
  rowsOf: (file) => {
    const classes = file.definitionsOf("class");
    return { rows: { classes }, isEmpty: classes.length === 0 };
  },
});

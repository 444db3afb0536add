/**
 * The schema of `metrics` in language.json: the kinds of nodes that measures count. Input: its JSON; output: checked rules with
 * defaults.
 */
import * as z from "zod";

/**
 * The nodes that measures of a language count: kinds of nodes, as queries name them, so that a token is in quotes
 * (`"case"`). The measures themselves are in src/metrics.
 */
export const MetricRules = z.strictObject({
  functions: z.array(z.string()).min(1).describe("Functions; those without a `body` are not measured"),
  no_parameters: z.array(z.string()).default([]).describe("The nodes in a list of parameters that are not parameters"),
  no_parameter_texts: z
    .array(z.string())
    .default([])
    .describe("Texts of parameters that stand for none: `void` of `f(void)`"),
  receivers: z.array(z.string()).default([]).describe("Names of a method's first parameter that callers do not write"),
  decisions: z.array(z.string()).describe("The nodes that McCabe's complexity counts: each adds a path"),
  defaults: z
    .record(z.string(), z.string())
    .default({})
    .describe(
      "Of these kinds, the text of the pattern that takes all that is left, which is not a decision: `_` of `case _:`",
    ),
  conditions: z
    .record(z.string(), z.array(z.string()))
    .default({})
    .describe("Kinds with an `operator` that joins conditions → such operators"),
  conditions_decide: z
    .boolean()
    .default(false)
    .describe("True when McCabe's complexity counts the operators of `conditions`"),
  decision_words: z
    .array(z.string())
    .default([])
    .describe("Words and signs that are decisions in the arguments of a macro that is not parsed"),
  left_out: z
    .array(z.string())
    .default([])
    .describe(
      "Inside of functions, what complexity leaves out: alternatives for other platforms. `kind.field` is that field of it",
    ),
  never: z
    .record(z.string(), z.array(z.string()))
    .default({})
    .describe(
      "Kinds with a `condition` that are left out where it is one of some texts, except their `alternative`: `#if 0`",
    ),
  inner_functions: z
    .enum(["counted", "apart"])
    .default("counted")
    .describe("`counted`: a function inside of another one counts there as well; `apart`: it does not"),
  structures: z
    .array(z.string())
    .describe(
      "The nodes that cognitive complexity counts once and once more for each level around them, and that are levels",
    ),
  hybrids: z
    .array(z.string())
    .default([])
    .describe(
      "The nodes that cognitive complexity counts once, whatever is around them, and that are levels unless their parent is one",
    ),
  continued: z
    .record(z.string(), z.array(z.string()))
    .default({})
    .describe(
      "Of a structure, parents below which it continues them, and counts no more: `if` in the `else` of another one",
    ),
  jumps: z
    .array(z.string())
    .default([])
    .describe("The nodes that cognitive complexity counts once and that are not levels"),
  closures: z.array(z.string()).default([]).describe("Functions without a row of their own, which are a level"),
  outer_fields: z.array(z.string()).default([]).describe("Fields of structures that are not inside of their level"),
  returns: z
    .record(z.string(), z.string())
    .default({})
    .describe(
      "The nodes that may be next to the inner function of one that is made to return it, such as a decorator, and the kind of its value: the inner function is not a level then",
    ),
  comments: z.array(z.string()).default(["comment"]).describe("Kinds of comments"),
  string_statements: z
    .record(z.string(), z.array(z.string()))
    .default({})
    .describe("Statements that are comments when they hold nothing but a string → kinds of strings"),
  directive_texts: z.array(z.string()).default([]).describe("Texts of directives, in which comments are not nodes"),
});

export type MetricRules = z.infer<typeof MetricRules>;

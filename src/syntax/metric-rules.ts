import * as z from "zod";

/**
 * The nodes that measures of a language count: kinds of nodes, as queries name them, so that a token is in quotes
 * (`"case"`). The measures themselves are in src/metrics.
 */
export const MetricRules = z.strictObject({
  /** Functions; those without a `body` are not measured. */
  functions: z.array(z.string()).min(1),
  /** The nodes in a list of parameters that are not parameters. */
  no_parameters: z.array(z.string()).default([]),
  /** Texts of parameters that stand for none: `void` of `f(void)`. */
  no_parameter_texts: z.array(z.string()).default([]),
  /** Names of a method's first parameter that callers do not write. */
  receivers: z.array(z.string()).default([]),
  /** The nodes that McCabe's complexity counts: each adds a path. */
  decisions: z.array(z.string()),
  /** Of these kinds, the text of the pattern that takes all that is left, which is not a decision: `_` of `case _:`. */
  defaults: z.record(z.string(), z.string()).default({}),
  /** Kinds with an `operator` that joins conditions → such operators. */
  conditions: z.record(z.string(), z.array(z.string())).default({}),
  /** True when McCabe's complexity counts the operators of `conditions`. */
  conditions_decide: z.boolean().default(false),
  /** Words and signs that are decisions in the arguments of a macro that is not parsed. */
  decision_words: z.array(z.string()).default([]),
  /** Inside of functions, what complexity leaves out: alternatives for other platforms. `kind.field` is that field of it. */
  left_out: z.array(z.string()).default([]),
  /** Kinds with a `condition` that are left out where it is one of some texts, except their `alternative`: `#if 0`. */
  never: z.record(z.string(), z.array(z.string())).default({}),
  /** `counted`: a function inside of another one counts there as well; `apart`: it does not. */
  inner_functions: z.enum(["counted", "apart"]).default("counted"),
  /** The nodes that cognitive complexity counts once and once more for each level around them, and that are levels. */
  structures: z.array(z.string()),
  /**
   * The nodes that cognitive complexity counts once, whatever is around them, and that are levels unless their parent
   * is one.
   */
  hybrids: z.array(z.string()).default([]),
  /** Of a structure, parents below which it continues them, and counts no more: `if` in the `else` of another one. */
  continued: z.record(z.string(), z.array(z.string())).default({}),
  /** The nodes that cognitive complexity counts once and that are not levels. */
  jumps: z.array(z.string()).default([]),
  /** Functions without a row of their own, which are a level. */
  closures: z.array(z.string()).default([]),
  /** Fields of structures that are not inside of their level. */
  outer_fields: z.array(z.string()).default([]),
  /**
   * The nodes that may be next to the inner function of one that is made to return it, such as a decorator, and the
   * kind of its value: the inner function is not a level then.
   */
  returns: z.record(z.string(), z.string()).default({}),
  comments: z.array(z.string()).default(["comment"]),
  /** Statements that are comments when they hold nothing but a string → kinds of strings. */
  string_statements: z.record(z.string(), z.array(z.string())).default({}),
  /** Texts of directives, in which comments are not nodes. */
  directive_texts: z.array(z.string()).default([]),
});

export type MetricRules = z.infer<typeof MetricRules>;

/**
 * The ways in which a function may be called, and the calls that are written in another one. Input: parameters, and the arguments of a
 * call; output: the reason why the call does not fit, if it surely does not.
 */
import * as z from "zod";

/** The parameters of a function for the arguments of a call. */
export const CallShape = z.object({
  parameters: z
    .array(
      z.object({
        /** Empty if a call cannot name it. */
        name: z.string(),
        isRequired: z.boolean(),
        /** True if a call gives it only by its name. */
        isNamed: z.boolean(),
      }),
    )
    .readonly(),
  /** True if there may be any number of further arguments. */
  takesMore: z.boolean(),
  /** True if there may be arguments with any other names. */
  takesNames: z.boolean(),
  /** The value before the name in a call, which is not among the parameters: an object that a call through the class has to give. */
  receiver: z.enum(["none", "object", "class"]),
});
export type CallShape = Readonly<z.infer<typeof CallShape>>;

/** The shapes of a function before and after a change: several if it has overloads. */
export const ChangedShapes = z.object({ before: z.array(CallShape).readonly(), now: z.array(CallShape).readonly() });
export type ChangedShapes = Readonly<z.infer<typeof ChangedShapes>>;

/** The arguments of a call: the number of unnamed ones, and the names of the named ones. */
export type GivenArguments = { readonly count: number; readonly names: readonly string[] };

/** The reason why all of some shapes refuse the arguments of a call; undefined if one takes them, or there are no shapes. */
export function misfitOf(shapes: readonly CallShape[], given: GivenArguments): string | undefined {
  const reasons = shapes.map((shape) => reasonOf(shape, given));
  return reasons.includes(undefined) ? undefined : reasons[0];
}

function reasonOf({ parameters, takesMore, takesNames }: CallShape, given: GivenArguments): string | undefined {
  const byPlace = parameters.filter(({ isNamed }) => !isNamed);
  const areNamed = parameters.some(({ name }) => name !== "");
  if (given.count > byPlace.length && !takesMore) {
    const least = areNamed ? byPlace.length : byPlace.filter(({ isRequired }) => isRequired).length;
    const most = byPlace.length;
    return `takes ${least === most ? "" : `${least} to `}${argumentsText(most, areNamed)}, ${given.count} given`;
  }
  const filled = new Set(byPlace.slice(0, given.count));
  for (const name of given.names) {
    const named = parameters.find((parameter) => parameter.name === name);
    if (named === undefined && !takesNames) return `has no parameter ${name}`;
    if (named !== undefined && filled.has(named)) return `gets ${name} twice`;
    if (named !== undefined) filled.add(named);
  }
  const missing = parameters.filter((parameter) => parameter.isRequired && !filled.has(parameter));
  if (missing.length === 0) return undefined;
  if (areNamed) return `needs ${missing.map(({ name }) => name || "an argument by position").join(", ")}`;
  const least = byPlace.filter(({ isRequired }) => isRequired).length;
  const isExact = !takesMore && least === byPlace.length;
  return `takes ${isExact ? "" : "at least "}${argumentsText(least, false)}, ${given.count} given`;
}

function argumentsText(count: number, areNamed: boolean): string {
  return `${count} argument${count === 1 ? "" : "s"}${areNamed ? " by position" : ""}`;
}

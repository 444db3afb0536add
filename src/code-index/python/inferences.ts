import type { Confidence } from "../resolution.ts";

/**
 * The ways to infer the type of an expression, the surest first. A chain of inferences is as sure as its weakest one;
 * an answer about a member names that one as its rule.
 */
export const inferences = [
  { id: "self", confidence: "exact" },
  { id: "super", confidence: "exact" },
  { id: "module", confidence: "exact" },
  { id: "class", confidence: "exact" },
  { id: "external", confidence: "exact" },
  { id: "annotation", confidence: "likely" },
  { id: "constructed", confidence: "likely" },
  { id: "assigned", confidence: "likely" },
  { id: "field", confidence: "likely" },
  { id: "result", confidence: "likely" },
  { id: "iterated", confidence: "likely" },
  { id: "returned", confidence: "likely" },
  { id: "inherited", confidence: "likely" },
  { id: "fixture", confidence: "likely" },
  { id: "isinstance", confidence: "likely" },
  // An import on the way that may mean one of several modules of its name.
  { id: "module-name", confidence: "name" },
  // An object of a library that may be of a class of the code base.
  { id: "library-object", confidence: "name" },
] as const satisfies readonly { readonly id: string; readonly confidence: Confidence }[];

export type Inference = (typeof inferences)[number]["id"];

export const inferenceOrder: readonly Inference[] = inferences.map(({ id }) => id);

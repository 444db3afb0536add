import type { Declaration } from "../code-index.ts";
import type { Classes } from "./classes.ts";
import type { Expression } from "./expressions.ts";
import type { Inference } from "./inferences.ts";
import type { Members } from "./members.ts";
import type { Meaning, Names } from "./names.ts";
import type { Place } from "./scopes.ts";
import type { Type, Types } from "./types.ts";

/** The interface between the parts of the evaluator. */
export type Evaluation = {
  readonly names: Names;
  readonly classes: Classes;
  readonly members: Members;
  /** True when an inference is switched on; it is then noted as one that the result comes from. */
  uses(inference: Inference): boolean;
  typesOf(expression: Expression, place: Place): Types;
  typesOfMeaning(meaning: Meaning): Types;
  typesOfDeclaration(declaration: Declaration): Types;
  /** The types of an attribute of values. */
  memberTypes(types: Types, name: string): Types;
  /**
   * The types that a function declares to return, with `Self` bound to a receiver. Without annotations the types of what it returns,
   * with the types that a call passes for parameters.
   */
  resultTypes(declaration: Declaration, receiver: Type | undefined, passed?: ReadonlyMap<string, Types>): Types;
  /** Types with `Self` bound to a receiver. */
  bindSelf(types: Types, receiver: Type): Types;
  /** Evaluates what a declaration says in one of two senses, once; none while that is being evaluated, or too deep. */
  once(declaration: Declaration, sense: "value" | "annotation", evaluate: () => Types): Types;
  /** Evaluates with names that a comprehension binds. */
  withBound<Result>(bound: ReadonlyMap<string, Types>, evaluate: () => Result): Result;
};

/**
 * The interface between the parts of an execution, and its limits of depth and steps. Input: an open file and its
 * evaluator; output: `Run`, by which each part asks the others for values.
 */
import type { Declaration } from "../../code-index.ts";
import type { OpenFile } from "../../resolution.ts";
import type { Evaluator } from "../evaluator.ts";
import type { Expression } from "../expressions.ts";
import type { PythonTree } from "../python-tree.ts";
import type { Place } from "../scopes.ts";
import type { Type, Types } from "../types.ts";
import type { ClassOf, Frame, FunctionThing, Given, Key, ObjectThing, Thing, Things, Variables } from "./things.ts";

export type Run = {
  readonly open: OpenFile;
  readonly source: PythonTree;
  readonly evaluator: Evaluator;
  readonly module: Frame;
  /** Expressions and calls that were looked at for the question. */
  steps: number;
  /** Of expressions in expressions. */
  depth: number;
  readonly frames: {
    functionAt(declaration: Declaration): number | undefined;
    /** The function or the lambda that a node is in; 0 for none. */
    functionNode(node: number): number;
    /** The frame of a function that any call may have run. */
    openFrame(node: number): Frame;
    frameAround(declaration: Declaration): Frame;
    /** The frame that holds a declaration, seen from another one. */
    frameOf(declaration: Declaration, from: Frame): Frame;
    /** The frame of a node, which is a known one where it is around it. */
    frameAt(node: number, from: Frame): Frame;
  };
  readonly bindings: {
    /** The value for a target when values are assigned to the whole left side. */
    partFor(left: number, target: number, values: Things): Things;
    valuesOfDeclaration(declaration: Declaration, frame: Frame): Things;
    /** The value that a declaration gives its variable, before later changes. */
    assigned(declaration: Declaration, frame: Frame): Things;
  };
  readonly parameters: {
    parameter(declaration: Declaration, frame: Frame): Things;
    defaultOf(declaration: Declaration, frame: Frame): Things | undefined;
    /** The arguments of a call for the parameters of a function. */
    bind(called: FunctionThing, given: Given): Map<string, Things>;
    given(list: number, frame: Frame): Given;
  };
  readonly annotations: {
    /** The values for an annotation at a declaration. */
    annotated(expression: Expression, at: Declaration, frame: Frame): Things;
    meantBy(expression: Expression, place: Place, frame: Frame, depth: number): Things;
    thingsOf(types: Types): Things;
    thingOf(type: Type): Things;
    outside(name: string, isValue: boolean, items: readonly Things[]): Things;
  };
  readonly docstrings: {
    /** The documented type of a parameter; nothing if it is not documented. */
    typesOf(declaration: Declaration, frame: Frame): Things;
    resultsOf(declaration: Declaration, frame: Frame): Things;
  };
  readonly expressions: {
    placeOf(node: number): Place;
    valuesOf(node: number, frame: Frame): Things;
    operation(operator: string, left: Things, right: Things): Things;
  };
  readonly items: {
    subscript(node: number, frame: Frame): Things;
    /** The item of a value; any one where the key is undefined. */
    item(thing: Thing, key: Key | undefined): Things;
    /** The part of an unpacked value for the target at an index. */
    unpacked(thing: Thing, index: number): Things;
    /** The items of values. */
    iterated(things: Things): Things;
    standardType(type: Expression, receiver: ObjectThing): Things;
  };
  readonly members: {
    /** The values of an attribute. */
    member(things: Things, name: string): Things;
    variablesOf(thing: { readonly class: ClassOf; readonly items: readonly Things[] }): Variables;
  };
  readonly calls: {
    callNode(node: number, frame: Frame): Things;
    /** The results of calling values. */
    call(callees: Things, given: Given): Things;
    callOne(callee: Thing, given: Given): Things;
    /** A run of a function; undefined if there are too many. */
    frameFor(called: FunctionThing, given: Given | undefined): Frame | undefined;
    /** The result of a call of a function; `given` is undefined for any call. */
    resultsOf(called: FunctionThing, given: Given | undefined): Things;
  };
  readonly branches: {
    /** The nodes that the run of a function reaches; all if that is unknown. */
    reached(nodes: readonly number[], frame: Frame): readonly number[];
    /** False if a test around a node, or one before it that leaves the block, has another result in this run. */
    isReached(node: number, frame: Frame): boolean;
    /** The value of a condition in this run; undefined if that is unknown. */
    truthOf(condition: number, frame: Frame): boolean | undefined;
  };
  readonly sites: {
    calls(): Map<string, number[]>;
    /** `name.append(value)`, `name[key] = value`, `name += value` and `del name`, by the name, in source order. */
    changesOf(name: string): readonly number[];
  };
  readonly flow: {
    /** The values of a variable at a place; undefined if the statements around the place do not determine them. */
    valuesAt(node: number, name: string, all: readonly Declaration[], from: Frame): Things | undefined;
  };
  readonly variables: {
    fits(values: Things, expected: Things): boolean;
    isInstance(value: ObjectThing, expected: ObjectThing): boolean;
    /** The type variables of a function in a run with some arguments. */
    solved(called: FunctionThing, given: ReadonlyMap<string, Things>): Variables;
    /** The same for a function of another file. */
    solvedElsewhere(declaration: Declaration, isBound: boolean, given: Given): Variables;
    /** The result of something callable whose parameters have types with variables. */
    resultOf(callable: Extract<Thing, { kind: "callable" }>, given: readonly Things[]): Things;
  };
};

/** Calls in calls that are followed. */
export const maxCalls = 24;

/** Expressions in expressions. */
export const maxDepth = 150;

/** Expressions that are looked at for one question. */
export const maxSteps = 2000;

/** Calls of one function that tell what its parameters have. */
export const maxCallers = 12;

/** Types in types. */
export const maxNesting = 8;

export function moduleFrame(): Frame {
  return { node: 0, outer: undefined, given: new Map(), known: new Map(), declared: new Map(), depth: 0 };
}

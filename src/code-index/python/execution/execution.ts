/**
 * Abstract interpretation of one Python file for one question: calls run with their own arguments, objects and
 * containers keep their parts, other files give only types. Input: an open file and a declaration; output: its type as
 * Python writes it.
 */
import { DeclarationFlag } from "../../../facts/declaration-facts.ts";
import type { Declaration } from "../../code-index.ts";
import type { OpenFile } from "../../resolution.ts";
import type { Evaluator } from "../evaluator.ts";
import { PythonTree } from "../python-tree.ts";
import { Annotations } from "./annotations.ts";
import { Bindings } from "./bindings.ts";
import { Branches } from "./branches.ts";
import { CallSites } from "./call-sites.ts";
import { Calls } from "./calls.ts";
import { Docstrings } from "./docstrings.ts";
import { Expressions } from "./expression-values.ts";
import { Frames } from "./frames.ts";
import { Items } from "./items.ts";
import { Members } from "./members.ts";
import { Parameters } from "./parameters.ts";
import { moduleFrame, type Run } from "./run.ts";
import { type Frame, type FunctionThing, typeText } from "./things.ts";
import { TypeVariables } from "./type-variables.ts";
import { VariableFlow } from "./variable-flow.ts";

/**
 * Follows the values of one expression of a file at run time, as CPython would: each call with its own arguments,
 * objects with their own arguments, containers with their parts. What other files do is asked of the types.
 *
 * Unlike the values of ValueFlow, which are those of all calls together, these are made for one question.
 */
export class Execution implements Run {
  readonly open: OpenFile;
  readonly source: PythonTree;
  readonly evaluator: Evaluator;
  module: Frame = moduleFrame();
  steps = 0;
  depth = 0;
  readonly frames = new Frames(this);
  readonly bindings = new Bindings(this);
  readonly parameters = new Parameters(this);
  readonly annotations = new Annotations(this);
  readonly docstrings = new Docstrings(this);
  readonly expressions = new Expressions(this);
  readonly items = new Items(this);
  readonly members = new Members(this);
  readonly calls = new Calls(this);
  readonly branches = new Branches(this);
  readonly sites = new CallSites(this);
  readonly flow = new VariableFlow(this);
  readonly variables = new TypeVariables(this);

  constructor(open: OpenFile, evaluator: Evaluator) {
    this.open = open;
    this.source = new PythonTree(open.tree, open.text);
    this.evaluator = evaluator;
  }

  /** The type of what a declaration of the file has, as Python writes it; undefined if the code does not tell it. */
  typeOf(declaration: Declaration): string | undefined {
    if (this.source.tree.size > maxNodes) return undefined;
    this.steps = 0;
    this.module = moduleFrame();
    this.evaluator.start();
    if (declaration.kind === "function") return this.#resultType(declaration);
    const { parent, kind, name } = declaration;
    const scopes = this.evaluator.names.scopesOf(this.open.file);
    const isMember = kind === "field" && parent?.kind === "class";
    const all = isMember ? scopes.members(parent, name) : scopes.sameScope(declaration);
    const types = new Set(
      all.map((one) => typeText(this.bindings.valuesOfDeclaration(one, this.frames.frameAround(one)))),
    );
    const [type, ...others] = types;
    // As a rule `None` is what an attribute has before it gets another value.
    return others.length === 0 && (type !== "None" || !isMember) ? type : undefined;
  }

  #resultType(declaration: Declaration): string | undefined {
    const node = this.frames.functionAt(declaration);
    if (node === undefined || (declaration.flags & untoldResults) !== 0) return undefined;
    const thing: FunctionThing = { kind: "function", node, frame: this.frames.frameAround(declaration) };
    return typeText(this.calls.resultsOf(thing, undefined));
  }
}

/** Nodes of a file that is followed. */
const maxNodes = 400_000;

const untoldResults = DeclarationFlag.abstract | DeclarationFlag.async | DeclarationFlag.overload;

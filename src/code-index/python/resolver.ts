/**
 * The name resolution of Python over an index. Input: a code base, an open file and an offset; output: the declarations
 * that the name stands for, its confidence and the rule, and the types and calls of the file.
 */
import { getOrInsert } from "../../base/get-or-insert.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import type { Declaration } from "../code-index.ts";
import { KeptResolutions } from "../kept-resolutions.ts";
import type { Base, OpenFile, Resolution, Resolver, ResolverOptions } from "../resolution.ts";
import { maxTargets } from "../resolution.ts";
import { callShapesAt } from "./call-shapes.ts";
import { nameOfExternal } from "./classes.ts";
import { constructionsIn } from "./constructions.ts";
import { Evaluator } from "./evaluator.ts";
import { Execution } from "./execution/execution.ts";
import { parseExpression } from "./expressions.ts";
import { openClassesOf } from "./open-calls.ts";
import { reachOfClass } from "./passed-classes.ts";
import { Projects } from "./project-settings.ts";
import { replacementsIn } from "./replacements.ts";
import { type Answer, membersThroughDerived, nameRules, textRules } from "./rules.ts";
import { namesInPython } from "./seen-names.ts";
import { specialCallsIn } from "./special-calls.ts";
import { symbolOf } from "./symbols.ts";
import type { Type } from "./types.ts";
import { Use } from "./use.ts";
import { ValueFlow } from "./values/value-flow.ts";
import { parameterTextsAt, WrittenTypes } from "./written-types.ts";

/** The most candidates of an answer by only a name. */
const maxCandidates = 6;

const none: Resolution = { confidence: "none", rule: "none", targets: [] };

/** Declarations that may have a type by their values. */
const flowKinds: ReadonlySet<string> = new Set(["function", "parameter", "variable", "field"]);

export function pythonResolver({ index, off = new Set(), textOf = () => undefined }: ResolverOptions): Resolver {
  const projects = new Projects(index.roots, textOf);
  const evaluator = new Evaluator(index, off, projects);
  let withDerived: Evaluator | undefined;
  const isActive = ({ id }: { readonly id: string }) => !off.has(id);
  const active = { names: nameRules.filter(isActive), texts: textRules.filter(isActive) };
  const types = new WrittenTypes(evaluator);
  const flows = new WeakMap<OpenFile, ValueFlow>();
  const flowOf = (open: OpenFile) => {
    return getOrInsert(flows, open, () => new ValueFlow(open, new Evaluator(index, off, projects)));
  };
  const flowsWithParameters = new WeakMap<OpenFile, ValueFlow>();
  const flowWithParametersOf = (open: OpenFile) => {
    return getOrInsert(flowsWithParameters, open, () => new ValueFlow(open, new Evaluator(index, off, projects), true));
  };
  const executions = new WeakMap<OpenFile, Execution>();
  const executionOf = (open: OpenFile) => {
    return getOrInsert(executions, open, () => new Execution(open, evaluator));
  };
  const wholeSymbol = (declaration: Declaration) => symbolOf(declaration, evaluator);
  const resolutions = new KeptResolutions();
  const resolvedNow = (open: OpenFile, offset: number): Resolution => {
    const use = Use.at(open, offset);
    if (use === undefined) return none;
    for (const { id, resolve } of use.textNode === noNode ? active.names : active.texts) {
      const answer = resolve(use, evaluator, index);
      if (answer !== undefined) return resolutionOf(answer, id, wholeSymbol);
    }
    return none;
  };
  const resolver: Resolver = {
    resolve: (open, offset) => resolutions.at(open, offset, () => resolvedNow(open, offset)),
    symbolOf: wholeSymbol,
    givenBy: (parameter) => evaluator.fixtures.of(parameter),
    membersThroughDerived: (open, offset) => {
      const use = Use.at(open, offset);
      if (use === undefined) return [];
      withDerived ??= new Evaluator(index, off, projects, true);
      return membersThroughDerived(use, withDerived);
    },
    openClassesAt: (open, offset) => {
      const use = Use.at(open, offset);
      return use === undefined ? [] : openClassesOf(use, evaluator, (at) => resolver.resolve(open, at));
    },
    basesOf: (declaration) =>
      evaluator.classes.written(declaration).map(({ text, type, isGuess }) => {
        const base = baseOf(text, type);
        return isGuess && base.declaration !== undefined ? { ...base, isGuess } : base;
      }),
    aliased: (declaration) => {
      const { kind, type, file, start } = declaration;
      if (kind !== "variable" || !/^=[\w.]+$/.test(type)) return undefined;
      const written = type.slice(1);
      const [found, ...others] = evaluator.typesOf(parseExpression(written), { file, offset: start });
      return others.length === 0 && found !== undefined ? baseOf(written, found) : undefined;
    },
    inModule: (file, name) => {
      const meaning = evaluator.names.inModule({ name: "", file, folder: undefined }, name);
      return meaning?.kind === "declarations" ? meaning.declarations : [];
    },
    linearized: (declaration) =>
      evaluator.classes
        .order(declaration)
        .map((ancestor) =>
          ancestor.kind === "class" ? ancestor.class : (nameOfExternal(ancestor.type) ?? ancestor.text),
        ),
    constructions: (open, options) =>
      constructionsIn(open, options, evaluator, (offset) => resolver.resolve(open, offset)),
    specialCalls: (open, names) => specialCallsIn(open, names, evaluator),
    valueCalls: (open) => flowOf(open).calls(),
    passedValues: (open, withParameters) => (withParameters ? flowWithParametersOf(open) : flowOf(open)).passedValues(),
    replacements: (open) => replacementsIn(open, evaluator.names.modules, (offset) => resolver.resolve(open, offset)),
    reachOfClass: (open, names) => reachOfClass(open, names, (offset) => resolver.resolve(open, offset)),
    namesAt: (open, place) => namesInPython(open, place, evaluator, index),
    typeOf: (open, declaration) => {
      const { hasAlias, ...known } = types.typeOf(open, declaration) ?? {
        hasAlias: false,
        type: "",
        source: "inferred",
      };
      const isKnown = known.type !== "";
      if ((isKnown && !hasAlias) || !flowKinds.has(declaration.kind)) return isKnown ? known : undefined;
      const flow = isKnown ? undefined : flowOf(open);
      const type = executionOf(open).typeOf(declaration) ?? flow?.typeOf(declaration) ?? known.type;
      return type === "" ? undefined : { type, source: declaration.kind === "parameter" ? "passed" : "inferred" };
    },
    callShapesOf: callShapesAt,
    parametersOf: (open, { kind, at }) => (kind === "function" ? parameterTextsAt(open, at) : undefined),
  };
  return resolver;
}

function baseOf(written: string, type: Type): Base {
  if (type.kind === "class") return { written, declaration: type.class };
  const external = type.kind === "external" ? nameOfExternal(type) : undefined;
  return external === undefined ? { written } : { written, external };
}

function resolutionOf(
  answer: Answer,
  id: string,
  wholeSymbol: (declaration: Declaration) => readonly Declaration[],
): Resolution {
  const { declarations, external, via, rule = id, confidence } = answer;
  const common = { rule, ...(via === undefined || via.length === 0 ? {} : { via }) };
  const isGuess = confidence === "name";
  const [first] = declarations;
  if (first === undefined) {
    return external === undefined
      ? { ...common, confidence: "none", targets: [] }
      : { ...common, confidence: isGuess ? "name" : "external", targets: [], external };
  }
  if (isGuess) {
    const targets = [...new Set(declarations)].slice(0, maxCandidates);
    return {
      ...common,
      confidence,
      targets,
      ...(external !== undefined && { external }),
      ...(answer.isAnyOf && { overloads: { declarations: targets, confidence: "likely" as const } }),
      ...(answer.ofBranches !== undefined && { ofBranches: answer.ofBranches }),
    };
  }
  const targets = [...new Set([...declarations, ...wholeSymbol(first).slice(0, maxTargets)])];
  // One of two branches means something outside of the code base.
  return { ...common, confidence, targets, ...(confidence === "likely" && external !== undefined && { external }) };
}

import { noNode } from "../../syntax/flat/flat-tree.ts";
import { decoratorName, type Parameter, statementOf } from "./functions.ts";
import { contentOf } from "./made-classes.ts";
import type { PythonTree } from "./python-tree.ts";

/** Classes in classes whose decorators are read. */
const maxClasses = 8;

/**
 * The parameters of a function that pytest may pass fixtures for: of a fixture and of a test, those without a default that
 * `parametrize` does not name.
 */
export function requestsOf(
  source: PythonTree,
  definition: number,
  parameters: readonly Parameter[],
  { isFixture, isBound }: { readonly isFixture: boolean; readonly isBound: boolean },
): ReadonlySet<Parameter> {
  const isTest = /^test/.test(source.textOf(source.child(definition, "name")));
  const own = isFixture || isTest ? parameters.slice(isBound ? 1 : 0).filter(({ role }) => role === "usual") : [];
  const given = own.length === 0 ? undefined : parametrizedNames(source, definition);
  return new Set(given && own.filter(({ name }) => !given.has(source.textOf(name))));
}

/**
 * The names that decorators of a function, and of the classes around it, pass values for; undefined if one is not
 * written out.
 */
function parametrizedNames(source: PythonTree, definition: number): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  let decorated = definition;
  for (let depth = 0; depth < maxClasses && decorated > 0; depth++, decorated = classAround(source, decorated)) {
    for (const decorator of source.namedChildren(statementOf(source, decorated))) {
      if (source.kind(decorator) !== "decorator") break;
      if (decoratorName(source, decorator) !== "parametrize") continue;
      const call = source.tree.firstNamedChild(decorator);
      const [first = noNode] = source.namedChildren(source.child(call, "arguments"));
      const written = source.kind(first) === "keyword_argument" ? source.keyword(call, "argnames") : first;
      const isList = ["list", "tuple"].includes(source.kind(written));
      for (const item of isList ? source.namedChildren(written) : [written]) {
        const content = contentOf(source, item);
        if (content === noNode) return undefined;
        for (const name of source.textOf(content).split(",")) names.add(name.trim());
      }
    }
  }
  return names;
}

function classAround(source: PythonTree, definition: number): number {
  const body = source.parent(statementOf(source, definition));
  const owner = source.parent(body);
  return source.kind(owner) === "class_definition" ? owner : noNode;
}

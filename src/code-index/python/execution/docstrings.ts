/**
 * The types in Python documentation strings: `:type name: T`, `:param T name:` and `:rtype: T` of Sphinx, and the same
 * with `@` of Epydoc. Input: a parameter or a function; output: values of the documented type, none for text that names
 * no class.
 */
import { getOrInsert } from "../../../base/get-or-insert.ts";
import { noNode } from "../../../syntax/flat/flat-tree.ts";
import type { Declaration } from "../../code-index.ts";
import { type Expression, parseExpression } from "../expressions.ts";
import type { PythonTree } from "../python-tree.ts";
import type { Run } from "./run.ts";
import { distinctThings, type Frame, objectOf, type Thing, type Things } from "./things.ts";

export class Docstrings {
  readonly #run: Run;
  readonly #fieldsByDeclaration = new Map<Declaration, readonly Field[]>();

  constructor(run: Run) {
    this.#run = run;
  }

  /** The type of a parameter; for `__init__` also from the class. Nothing if it is not documented. */
  typesOf({ name, parent }: Declaration, frame: Frame): Things {
    if (parent?.kind !== "function") return [];
    const owner = parent.name === "__init__" && parent.parent?.kind === "class" ? [parent.parent] : [];
    return distinctThings(
      [...owner, parent].flatMap((documented) =>
        this.#fieldsOf(documented)
          .filter((field) => field.name === name)
          .flatMap(({ type }) => this.#meant(type, documented, frame)),
      ),
    );
  }

  /** The type of a result; nothing if it is not documented. */
  resultsOf(declaration: Declaration, frame: Frame): Things {
    const results = this.#fieldsOf(declaration).filter(({ name }) => name === "");
    return distinctThings(results.flatMap(({ type }) => this.#meant(type, declaration, frame)));
  }

  #fieldsOf(documented: Declaration): readonly Field[] {
    return getOrInsert(this.#fieldsByDeclaration, documented, () => fieldsOf(this.#textOf(documented)));
  }

  #textOf({ at }: Declaration): string {
    const { source } = this.#run;
    let definition = source.leafAt(at);
    while (definition > 0 && !/_definition$/.test(source.kind(definition))) definition = source.parent(definition);
    return documentationOf(source, source.child(definition, "body"));
  }

  #meant(text: string, at: Declaration, frame: Frame): Things {
    const plain = text
      .replace(/:\w+:`~?([^`]*)`/g, "$1")
      .replace(/`+/g, "")
      .replace(/\s+or\s+/g, " | ")
      .replace(/,\s*optional\b/, "")
      .replace(/\.\s*$/, "")
      .trim();
    // `str, int` may mean both or one of them.
    return plain === "" || /^[^([{]*,/.test(plain) ? [] : this.#valuesOf(parseExpression(plain), at, frame);
  }

  #valuesOf(expression: Expression, at: Declaration, frame: Frame): Things {
    const inner = (part: Expression) => this.#valuesOf(part, at, frame);
    switch (expression.kind) {
      case "tuple": {
        const items = expression.items.map(inner);
        return [{ ...objectOf("tuple", ...items), parts: new Map(items.map((item, index) => [index, item])) }];
      }
      case "list":
        return [objectOf("list", expression.items.flatMap(inner))];
      case "operation":
        return expression.operator === "|" ? [...inner(expression.left), ...inner(expression.right)] : [];
      case "name":
      case "attribute":
      case "subscript":
        return this.#run.annotations.annotated(expression, at, frame).filter(isTold);
      default:
        return [];
    }
  }
}

function isTold({ kind }: Thing): boolean {
  return kind !== "unknown";
}

type Field = {
  /** Of a parameter; "" for the result. */
  readonly name: string;
  readonly type: string;
};

const patterns = [
  /^\s*[:@]type\s+\*{0,2}(?<name>\w+)\s*:[ \t]*(?<type>.*)$/gm,
  /^\s*:param\s+(?<type>[^:\n]*?)\s+\*{0,2}(?<name>\w+)\s*:/gm,
  /^\s*[:@]rtype(?<name>)\s*:[ \t]*(?<type>.*)$/gm,
];

function fieldsOf(text: string): readonly Field[] {
  return patterns.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ groups = {} }) => ({ name: groups.name ?? "", type: groups.type ?? "" })),
  );
}

/** The string that a body begins with; "" for none. */
function documentationOf(source: PythonTree, body: number): string {
  const [first = noNode] = source.namedChildren(body);
  const value = source.kind(first) === "expression_statement" ? source.tree.firstNamedChild(first) : noNode;
  return source.kind(value) === "string" ? source.textOf(value).replace(/^\w*["']+|["']+$/g, "") : "";
}

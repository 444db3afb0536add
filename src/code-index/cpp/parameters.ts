import { type FlatTree, noNode } from "../../syntax/flat/flat-tree.ts";
import { typeHash } from "./type-words.ts";

/** The facts of a parameter list about calls, as DeclarationFact has it. */
export type Parameters = {
  readonly least: number;
  readonly most: number;
  readonly hash: number;
  readonly isConst: boolean;
};

/** Reads the parameter_list of a function_declarator. */
export function parametersOf(tree: FlatTree, text: string, declarator: number): Parameters {
  const list = tree.childByField(declarator, tree.grammar.fieldIdForName("parameters") ?? -1);
  if (list === noNode) return { least: 0, most: 0, hash: typeHash([]), isConst: false };
  let qualifiers = "";
  for (let child = tree.nextSibling(list); child !== noNode; child = tree.nextSibling(child)) {
    const kind = tree.type(child);
    if (kind === "type_qualifier" || kind === "ref_qualifier")
      qualifiers += text.slice(tree.start(child), tree.end(child));
  }
  let least = 0;
  let most = 0;
  let isVariadic = false;
  const types: string[] = [];
  for (let child = tree.firstChild(list); child !== noNode; child = tree.nextSibling(child)) {
    const kind = tree.type(child);
    if (kind === "..." || kind === "variadic_parameter_declaration") {
      isVariadic = true;
      types.push(kind === "..." ? kind : typeOfParameter(tree, text, child));
    } else if (kind === "parameter_declaration" || kind === "optional_parameter_declaration") {
      const type = typeOfParameter(tree, text, child);
      if (type === "void") continue;
      most++;
      if (kind === "parameter_declaration") least++;
      types.push(type);
    }
  }
  return {
    least,
    most: isVariadic ? -1 : most,
    hash: typeHash(types, qualifiers),
    isConst: qualifiers.includes("const"),
  };
}

/** The text of a parameter without its name and its default. */
function typeOfParameter(tree: FlatTree, text: string, parameter: number): string {
  const declaratorField = tree.grammar.fieldIdForName("declarator") ?? -1;
  const declarator = tree.childByField(parameter, declaratorField);
  const end = endOfParameter(tree, parameter);
  if (declarator === noNode) return text.slice(tree.start(parameter), end);
  let name = declarator;
  for (let node = declarator; node < (tree.nexts[declarator] ?? 0); node++) {
    if (tree.type(node) !== "identifier") continue;
    name = node;
    break;
  }
  if (tree.type(name) !== "identifier") return text.slice(tree.start(parameter), end);
  return `${text.slice(tree.start(parameter), tree.start(name))} ${text.slice(tree.end(name), end)}`;
}

function endOfParameter(tree: FlatTree, parameter: number): number {
  for (let child = tree.firstChild(parameter); child !== noNode; child = tree.nextSibling(child)) {
    if (tree.type(child) === "=") return tree.start(child);
  }
  return tree.end(parameter);
}

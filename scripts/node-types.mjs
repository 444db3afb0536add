// @ts-check
import { existsSync, readFileSync } from "node:fs";
import { neededWords } from "./needed-words.mjs";

/**
 * Returns what get_syntax_reference says of the nodes of a grammar, from the node-types.json of its package, and which words
 * they need, from its grammar.json; as compact JSON: see src/syntax/node-types.ts.
 * @param {URL} packageUrl
 * @param {string} name of the language, of which a package with several has a folder
 */
export function compactNodeTypes(packageUrl, name) {
  const places = ["src/", `${name}/src/`].map((path) => new URL(path, packageUrl));
  const place = places.find((url) => existsSync(new URL("node-types.json", url)));
  if (place === undefined) throw new Error(`${packageUrl.pathname} has no node-types.json`);
  /** @type {NodeType[]} */
  const types = JSON.parse(readFileSync(new URL("node-types.json", place), "utf8"));
  const words = neededWords(JSON.parse(readFileSync(new URL("grammar.json", place), "utf8")));
  const named = types.filter((type) => type.named).sort((a, b) => (a.type < b.type ? -1 : 1));
  const kinds = Object.fromEntries(
    named.map((type) => {
      const needed = words.get(type.type);
      return [type.type, { ...shapeOf(type), ...(needed && { words: needed }) }];
    }),
  );
  const anonymous = types.filter((type) => !type.named).map(({ type }) => type);
  return `${JSON.stringify({ kinds, anonymous: anonymous.sort() })}\n`;
}

/** @param {NodeType} type */
function shapeOf({ fields = {}, children, subtypes }) {
  const written = Object.entries(fields).map(([field, taken]) => [field, childrenOf(taken)]);
  return {
    ...(written.length > 0 && { fields: Object.fromEntries(written) }),
    ...(children && { children: childrenOf(children) }),
    ...(subtypes && { subtypes: subtypes.map(nameOf) }),
  };
}

/** @param {Children} children */
function childrenOf({ required, multiple, types }) {
  return [`${required ? "!" : ""}${multiple ? "*" : ""}`, ...types.map(nameOf)];
}

/** @param {TypeName} type */
function nameOf({ type, named }) {
  return named ? type : JSON.stringify(type);
}

/**
 * @typedef {{ type: string, named: boolean }} TypeName
 * @typedef {{ required: boolean, multiple: boolean, types: TypeName[] }} Children
 * @typedef {TypeName & { fields?: Record<string, Children>, children?: Children, subtypes?: TypeName[] }} NodeType
 */

// @ts-check
/**
 * The definitions of files of JavaScript and TypeScript as the parser of TypeScript has them, for commands/tags.mjs:
 * those that list_symbols is to list, by rules of their own over another tree.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** @typedef {{ _type: "tag", name: string, path: string, line: number, kind: string }} Tag */

/** The compiler of TypeScript up to 5: Debian's package node-typescript, or another one that TYPESCRIPT names. */
const compilerPath = process.env.TYPESCRIPT ?? "/usr/share/nodejs/typescript/lib/typescript.js";

/**
 * @param {readonly string[]} paths
 * @returns {{ readonly tags: readonly Tag[], readonly broken: ReadonlySet<string> }} with the files that do not parse
 */
export function definitionsByTypeScript(paths) {
  const ts = createRequire(import.meta.url)(compilerPath);
  /** @type {Tag[]} */
  const tags = [];
  const broken = new Set();
  for (const path of paths) {
    const text = readFileSync(path, "utf8");
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    if (source.parseDiagnostics.length > 0) broken.add(path);
    const open = [source];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      const found = definitionAt(ts, node);
      if (found !== undefined && found.name.getStart !== undefined) {
        const start = found.name.getStart(source);
        const name = found.text ?? (ts.isStringLiteral(found.name) ? found.name.text : found.name.getText(source));
        const { line } = source.getLineAndCharacterOfPosition(start);
        tags.push({ _type: "tag", name, path, line: line + 1, kind: found.kind });
      }
      ts.forEachChild(node, (/** @type {unknown} */ child) => void open.push(child));
    }
  }
  return { tags, broken };
}

/**
 * @param {any} ts
 * @param {any} node
 * @returns {{ readonly name: any, readonly kind: string, readonly text?: string } | undefined}
 */
function definitionAt(ts, node) {
  const { name, parent } = node;
  const isNamed =
    name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isPrivateIdentifier(name));
  if (ts.isClassDeclaration(node) && isNamed) return { name, kind: "class" };
  if (ts.isInterfaceDeclaration(node)) return { name, kind: "interface" };
  if (ts.isTypeAliasDeclaration(node)) return { name, kind: "alias" };
  if (ts.isEnumDeclaration(node)) return { name, kind: "enum" };
  if (ts.isEnumMember(node) && isNamed) return { name, kind: "enumerator" };
  if (ts.isFunctionDeclaration(node) && isNamed && (node.body !== undefined || isAmbient(ts, node))) {
    return { name, kind: "function" };
  }
  if (ts.isModuleDeclaration(node) && isNamed && !ts.isModuleDeclaration(parent) && !isGlobal(ts, node)) {
    return { name, kind: "namespace", text: fullName(ts, node) };
  }
  if (ts.isConstructorDeclaration(node) && node.body !== undefined) {
    const words = node
      .getChildren()
      .filter((/** @type {any} */ child) => child.kind === ts.SyntaxKind.ConstructorKeyword);
    return words[0] && { name: words[0], kind: "constructor" };
  }
  const isAccessor = ts.isGetAccessor(node) || ts.isSetAccessor(node);
  if ((ts.isMethodDeclaration(node) || isAccessor) && isNamed) {
    const isAbstract = ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Abstract;
    return node.body !== undefined || isAbstract ? { name, kind: "method" } : undefined;
  }
  if (ts.isPropertyDeclaration(node) && isNamed && !ts.isStringLiteral(name)) return { name, kind: "property" };
  if (ts.isPropertySignature(node) || ts.isMethodSignature(node))
    return isNamed && isOfType(ts, parent) ? { name, kind: "signature" } : undefined;
  if (ts.isParameter(node) && ts.isParameterPropertyDeclaration(node, parent)) return { name, kind: "property" };
  if (ts.isVariableDeclaration(node) && ts.isIdentifier(name)) {
    const { initializer } = node;
    if (initializer && (isFunction(ts, initializer) || ts.isClassExpression(initializer)))
      return { name, kind: "function" };
    const block = parent.parent?.parent;
    const isOuter = ts.isVariableStatement(parent.parent) && (ts.isSourceFile(block) || ts.isModuleBlock(block));
    return isOuter ? { name, kind: "variable" } : undefined;
  }
  if (ts.isPropertyAssignment(node) && isNamed && isFunction(ts, node.initializer)) return { name, kind: "member" };
  if (
    ts.isBinaryExpression(node) &&
    node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
    isFunction(ts, node.right)
  ) {
    const { left, right } = node;
    if (!ts.isPropertyAccessExpression(left)) return undefined;
    const isModule = left.getText() === "module.exports" && ts.isFunctionExpression(right) && right.name !== undefined;
    return ts.isIdentifier(left.name) ? { name: isModule ? right.name : left.name, kind: "assigned" } : undefined;
  }
  return undefined;
}

/**
 * @param {any} ts
 * @param {any} node
 */
function isFunction(ts, node) {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}

/**
 * @param {any} ts
 * @param {any} node
 */
function isOfType(ts, node) {
  return ts.isInterfaceDeclaration(node) || (ts.isTypeLiteralNode(node) && ts.isTypeAliasDeclaration(node.parent));
}

/**
 * @param {any} ts
 * @param {any} node
 */
function isGlobal(ts, node) {
  return (node.flags & ts.NodeFlags.GlobalAugmentation) !== 0;
}

/**
 * @param {any} ts
 * @param {any} node
 */
function isAmbient(ts, node) {
  return (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Ambient) !== 0;
}

/**
 * `a.b` of `namespace a.b { }`.
 *
 * @param {any} ts
 * @param {any} node
 */
function fullName(ts, node) {
  const names = [];
  for (let next = node; next !== undefined && ts.isModuleDeclaration(next); next = next.body)
    names.push(next.name.text);
  return names.join(".");
}

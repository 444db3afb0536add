// @ts-check
/**
 * The small changes of code that tests are tried with.
 *
 * @typedef {object} Change
 * @property {string} name
 * @property {number} start offset in UTF-16 code units
 * @property {number} end
 * @property {number} line 1-indexed
 * @property {string} text the code that is changed, on one line
 * @property {boolean} isStatement true for a statement that is dropped
 * @property {string} replacement the other expression
 *
 * @typedef {import("web-tree-sitter").Node} Node
 */

/** Operator → the one that takes its place. */
/** @type {Readonly<Record<string, string>>} */
const otherOperators = {
  ...{ "===": "!==", "!==": "===", "<": "<=", "<=": "<", ">": ">=", ">=": ">" },
  ...{ "&&": "||", "||": "&&", "-": "+", "*": "+" },
};

/** Method → the one that takes its place; "" drops the call. */
/** @type {Readonly<Record<string, string>>} */
const otherMethods = {
  ...{
    some: "every",
    every: "some",
    find: "findLast",
    findLast: "find",
    startsWith: "endsWith",
    endsWith: "startsWith",
  },
  ...{ filter: "", sort: "", toSorted: "", reverse: "", toReversed: "", slice: "", trim: "" },
};

/** Node kind → its name and the other code; undefined where the node stays. */
/** @type {Readonly<Record<string, (node: Node) => readonly [string, string] | undefined>>} */
const expressions = {
  binary_expression: (node) => {
    const operator = node.childForFieldName("operator")?.text ?? "";
    const [left, right] = [textOf(node, "left"), textOf(node, "right")];
    if (operator === "??") return ["no fallback", left];
    const other = otherOperators[operator];
    return other === undefined ? undefined : [`${operator} to ${other}`, `${left} ${other} ${right}`];
  },
  ternary_expression: (node) => [
    "swap arms",
    `${textOf(node, "condition")} ? ${textOf(node, "alternative")} : ${textOf(node, "consequence")}`,
  ],
  number: (node) => ["one more", `${node.text} + 1`],
  true: () => ["flip", "false"],
  false: () => ["flip", "true"],
  call_expression: (node) => {
    const called = node.childForFieldName("function");
    if (called?.type !== "member_expression" || called.text.includes("?.")) return;
    const method = textOf(called, "property");
    const other = Object.hasOwn(otherMethods, method) ? otherMethods[method] : undefined;
    const object = textOf(called, "object");
    if (other === undefined) return;
    return other === ""
      ? [`no ${method}`, object]
      : [`${method} to ${other}`, `${object}.${other}${textOf(node, "arguments")}`];
  },
};

/** The kinds of statements that can be dropped. */
const droppedStatements = new Set(["call_expression", "assignment_expression", "augmented_assignment_expression"]);

/**
 * All changes of what functions of a module do.
 * @param {Node} root
 * @returns {readonly Change[]}
 */
export function changesOf(root) {
  /** @type {Change[]} */
  const changes = [];
  const visit = (/** @type {Node} */ node, /** @type {boolean} */ isInFunction) => {
    if (/type|^import|interface|enum/.test(node.type) && node.isNamed) return;
    const change = isInFunction ? changeOf(node) : undefined;
    if (change !== undefined) changes.push(change);
    const isFunction = /function|arrow|method_definition/.test(node.type);
    for (const child of node.namedChildren) if (child !== null) visit(child, isInFunction || isFunction);
  };
  visit(root, false);
  return changes;
}

/**
 * @param {Node} node
 * @returns {Change | undefined}
 */
function changeOf(node) {
  const { parent } = node;
  const at = {
    ...{ start: node.startIndex, end: node.endIndex, line: node.startPosition.row + 1 },
    text: node.text.replace(/\s+/g, " ").slice(0, 80),
  };
  if (node.type === "expression_statement") {
    const isDropped = droppedStatements.has(node.firstNamedChild?.type ?? "");
    return isDropped ? { ...at, name: "drop", isStatement: true, replacement: "" } : undefined;
  }
  // The head of an if or a while; its parentheses stay.
  if (node.type === "parenthesized_expression" && parent?.childForFieldName("condition")?.id === node.id) {
    return {
      ...at,
      name: "negate",
      isStatement: false,
      start: at.start + 1,
      end: at.end - 1,
      replacement: `!${node.text}`,
    };
  }
  if (parent?.type === "pair" && parent.childForFieldName("key")?.id === node.id) return;
  const other = expressions[node.type]?.(node);
  return other && { ...at, name: other[0], isStatement: false, replacement: other[1] };
}

/**
 * @param {Node} node
 * @param {string} field
 */
function textOf(node, field) {
  return node.childForFieldName(field)?.text ?? "";
}

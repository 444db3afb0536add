// @ts-check
/**
 * Code with counters. Input: a module of JavaScript or of WebAssembly; output: the same with a call of `hit` at each function, branch
 * and loop.
 */
import binaryen from "assemblyscript/binaryen";
import { parseSync, Visitor } from "oxc-parser";

/** The global function that instrumented JavaScript calls, and the import of instrumented WebAssembly. */
export const hitName = "fuzzHit";

/**
 * @param {string} code
 * @param {() => number} next the number of a new place
 */
export function instrumentScript(code, next) {
  /** @type {{ at: number, order: number, text: string }[]} */
  const inserted = [];
  const put = (/** @type {number} */ at, /** @type {string} */ text) =>
    inserted.push({ at, order: inserted.length, text });
  const hit = () => `${hitName}(${next()})`;
  /** @param {{ type: string, start: number, end: number } | null | undefined} node */
  const statement = (node) => {
    if (node === null || node === undefined) return;
    if (node.type === "BlockStatement") put(node.start + 1, `${hit()};`);
    else {
      put(node.start, `{${hit()};`);
      put(node.end, "}");
    }
  };
  /** @param {{ start: number, end: number }} node */
  const expression = (node) => {
    put(node.start, `(${hit()},`);
    put(node.end, ")");
  };
  /** @param {{ body: { type: string, start: number, end: number } | null }} node */
  const functionBody = ({ body }) => {
    if (body === null) return;
    if (body.type === "FunctionBody" || body.type === "BlockStatement") put(body.start + 1, `${hit()};`);
    else expression(body);
  };
  /** @param {{ body: { type: string, start: number, end: number } }} node */
  const loop = ({ body }) => statement(body);
  const { program, errors } = parseSync("module.mjs", code);
  if (errors.length > 0) throw new Error(`cannot be parsed: ${errors[0]?.message}`);
  new Visitor({
    FunctionDeclaration: functionBody,
    FunctionExpression: functionBody,
    ArrowFunctionExpression: functionBody,
    IfStatement: ({ consequent, alternate }) => {
      statement(consequent);
      statement(alternate);
    },
    ForStatement: loop,
    ForInStatement: loop,
    ForOfStatement: loop,
    WhileStatement: loop,
    DoWhileStatement: loop,
    ConditionalExpression: ({ consequent, alternate }) => {
      expression(consequent);
      expression(alternate);
    },
    LogicalExpression: ({ right }) => expression(right),
    SwitchCase: ({ consequent }) => {
      if (consequent[0] !== undefined) put(consequent[0].start, `${hit()};`);
    },
  }).visit(program);
  // At one place, what ends a node comes before what begins the next one; of two that begin there, the outer one is first.
  inserted.sort((a, b) => a.at - b.at || Number(isOpening(a.text)) - Number(isOpening(b.text)) || orderOf(a, b));
  let from = 0;
  let result = "";
  for (const { at, text } of inserted) {
    result += code.slice(from, at) + text;
    from = at;
  }
  return result + code.slice(from);
}

/** @param {string} text */
function isOpening(text) {
  return text !== ")" && text !== "}";
}

/**
 * Outer nodes are visited before inner ones: their openings come first, their closings last.
 *
 * @param {{ order: number, text: string }} a
 * @param {{ order: number, text: string }} b
 */
function orderOf(a, b) {
  return isOpening(a.text) ? a.order - b.order : b.order - a.order;
}

/** The keys of the parts of an expression in what binaryen says of it. */
const partKeys = [
  ...["children", "condition", "ifTrue", "ifFalse", "body", "value", "operands", "target", "ptr", "left", "right"],
  ...["delta", "dest", "source", "size"],
];

/**
 * The classes of binaryen that change an expression in its place, which its types lack.
 *
 * @typedef {object} Changing
 * @property {{ setBody: (address: number, body: number) => void }} Function
 * @property {{ setIfTrue: (at: number, branch: number) => void, setIfFalse: (at: number, branch: number) => void }} If
 * @property {{ setBody: (at: number, body: number) => void }} Loop
 * @property {{ insertChildAt: (at: number, index: number, child: number) => void }} Block
 */
const changing = /** @type {Changing} */ (/** @type {unknown} */ (binaryen));

/**
 * @param {Uint8Array} bytes
 * @param {() => number} next
 */
export function instrumentModule(bytes, next) {
  const module = binaryen.readBinary(bytes);
  module.setFeatures(binaryen.Features.All);
  module.addFunctionImport(hitName, "fuzz", hitName, binaryen.i32, binaryen.none);
  const hit = () => module.call(hitName, [module.i32.const(next())], binaryen.none);
  /** @param {number} expression */
  const counted = (expression) => module.block(null, [hit(), expression], binaryen.getExpressionType(expression));
  for (let index = 0; index < module.getNumFunctions(); index++) {
    const address = module.getFunctionByIndex(index);
    const { name, body } = binaryen.getFunctionInfo(address);
    if (body === 0 || name === hitName) continue;
    for (const expression of expressionsBelow(body)) countBranches(expression, hit, counted);
    changing.Function.setBody(address, counted(body));
  }
  const instrumented = module.emitBinary();
  module.dispose();
  return instrumented;
}

const leaves = [binaryen.ConstId, binaryen.UnreachableId];

/**
 * @param {number} root
 * @returns {readonly number[]}
 */
function expressionsBelow(root) {
  const found = [root];
  for (const expression of found) {
    // The value of a constant is a number as well, and not an expression; of unreachable code binaryen says nothing.
    if (leaves.includes(binaryen.getExpressionId(expression))) continue;
    const info = Object(binaryen.getExpressionInfo(expression));
    const parts = partKeys.flatMap((key) => info[key] ?? []);
    found.push(...parts.filter((part) => typeof part === "number" && part !== 0));
  }
  return found;
}

/**
 * @param {number} expression
 * @param {() => number} hit
 * @param {(expression: number) => number} counted
 */
function countBranches(expression, hit, counted) {
  if (leaves.includes(binaryen.getExpressionId(expression))) return;
  const info = Object(binaryen.getExpressionInfo(expression));
  if (info.id === binaryen.LoopId) changing.Loop.setBody(expression, counted(info.body));
  if (info.id === binaryen.IfId) {
    changing.If.setIfTrue(expression, counted(info.ifTrue));
    if (info.ifFalse !== 0) changing.If.setIfFalse(expression, counted(info.ifFalse));
  }
  if (info.id !== binaryen.BlockId) return;
  // After a branch on a condition: whether it was taken.
  for (let index = info.children.length - 1; index >= 0; index--) {
    const child = info.children[index];
    if (binaryen.getExpressionId(child) !== binaryen.BreakId || index + 1 === info.children.length) continue;
    if (Object(binaryen.getExpressionInfo(child)).condition !== 0) {
      changing.Block.insertChildAt(expression, index + 1, hit());
    }
  }
}

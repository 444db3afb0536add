/**
 * The header of a C++ file. Input: its tree; output: its text without the bodies of functions, without definitions that
 * it declares, and without private members that the rest does not need.
 */
import type { Range } from "../../base/nested-ranges.ts";
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { beginsLine, type Edit, edited, removal } from "../edits.ts";
import type { Interface, InterfaceOptions } from "../interface.ts";
import { behind, childrenIn, isDamaged, type ReadTree } from "../read-tree.ts";
import { cutOf, definitionAt, rangeWithComments, startWithMacros, wholeOf } from "./definitions.ts";
import { directivesIn, hasIncludeGuard } from "./directives.ts";
import { qualifierOf } from "./function-bodies.ts";
import { type ClassBody, classBodyAt } from "./members.ts";
import { hiddenRanges } from "./private-members.ts";

/** The parts of a file that its header needs. */
type HeaderParts = {
  /** Bodies of functions. */
  readonly cuts: Range[];
  /** Definitions that are declared elsewhere, and what is left out as a whole. */
  readonly removals: Range[];
  /** Bodies outside of classes that stay. */
  readonly keptBodies: Range[];
  readonly classes: { readonly range: Range; readonly body: ClassBody }[];
  readonly comments: Range[];
  readonly strings: Range[];
  /** Definitions of variables of a source file. */
  readonly edits: Edit[];
  readonly kept: Map<string, number>;
};

/** Levels of nested classes whose private members are left out. */
const maxClassLevels = 50;

/**
 * Returns the header of a file: its text with `;` instead of the bodies of functions, without definitions that belong
 * to declarations in it, and without private members that nothing of the rest needs. Text that is not understood stays
 * as it is.
 */
export function headerOf(file: ReadTree, options: InterfaceOptions): Interface {
  const parts = partsOf(file, options);
  const hidden = options.includePrivate ? [] : hiddenRanges(file, parts);
  const { text } = file;
  const edits = [
    ...parts.cuts.map((cut) => ({ ...cut, text: ";" })),
    ...[...parts.removals, ...hidden].map((range) => removal(text, range)),
    ...(options.includeComments ? [] : parts.comments.map((comment) => withoutComment(text, comment))),
    ...parts.edits,
  ];
  const header = edited(text, edits);
  const guarded = hasIncludeGuard(text) ? header : `#pragma once\n\n${header}`;
  return { text: guarded.trim() === "" ? "" : guarded, kept: parts.kept, isEmpty: !hasDeclarations(file) };
}

function partsOf(file: ReadTree, options: InterfaceOptions): HeaderParts {
  const { tree } = file;
  const parts: HeaderParts = {
    cuts: [],
    removals: [],
    keptBodies: [],
    classes: [],
    comments: [],
    strings: [],
    edits: [],
    kept: new Map(),
  };
  const classEnds: number[] = [];
  let above: number[] = [];
  for (let node = 0; node < tree.size; ) {
    while ((classEnds.at(-1) ?? Number.POSITIVE_INFINITY) <= node) classEnds.pop();
    const type = tree.type(node);
    if (type === "comment") {
      parts.comments.push(rangeOf(file, node));
      if (beginsLine(file.text, tree.start(node))) above.push(node);
      node++;
      continue;
    }
    if (stringKinds.has(type)) parts.strings.push(rangeOf(file, node));
    const isDone = readDeclaration(file, node, parts, { options, above, isInClass: classEnds.length > 0 });
    if (type === "field_declaration_list" && classEnds.length < maxClassLevels) {
      classEnds.push(behind(tree, node));
      parts.classes.push({ range: rangeOf(file, node), body: classBodyAt(file, node) });
    }
    if (!outer.has(type)) above = [];
    node = isDone ? behind(tree, node) : node + 1;
  }
  parts.removals.push(...maskedInstantiations(file), ...implementationIncludes(file));
  return parts;
}

/** UTF-16 code units of `template class A<int>;`. */
const maxInstantiationChars = 1_000;

/** Explicit instantiations, which need the bodies of functions, where they are masked since the grammar does not read them. */
function* maskedInstantiations({ text, parsed }: ReadTree): Generator<Range> {
  for (const { index, 0: match } of text.matchAll(/^[ \t]*template[ \t]+(?=[A-Za-z_:])/gm)) {
    const start = index + match.indexOf("template");
    if (parsed[start] === "t") continue;
    const end = text.slice(start, start + maxInstantiationChars).search(/[;{}]/);
    if (end >= 0 && text[start + end] === ";") yield { start, end: start + end + 1 };
  }
}

/** The names of files of definitions that belong to a header. */
const implementationName = /(?:[-_.]inl(?:ine)?\.\w+|[-_]impl\.\w+|\.(?:ipp|inl|tcc|tpp|txx|ixx))["<>]$/;

/** The includes of definitions after all that a header declares, which does not need them. */
function implementationIncludes(file: ReadTree): readonly Range[] {
  const { tree, field, textOf } = file;
  let last = 0;
  const found: number[] = [];
  for (let node = 1; node < tree.size; ) {
    const type = tree.type(node);
    if (type === "preproc_include") {
      const path = field(node, "path");
      if (path !== noNode && implementationName.test(textOf(path))) found.push(node);
      node = behind(tree, node);
    } else if (tree.isNamed(node) && declaring.test(type) && !containers.has(type)) {
      last = tree.start(node);
      node = behind(tree, node);
    } else node++;
  }
  return found.filter((node) => tree.start(node) > last).map((node) => lineOf(file, node));
}

/** Nodes that hold declarations. */
const containers: ReadonlySet<string> = new Set(["namespace_definition", "linkage_specification", "preproc_def"]);

/** The range of a directive, without the line break that it ends with. */
function lineOf({ tree, text }: ReadTree, node: number): Range {
  const end = tree.end(node);
  return { start: tree.start(node), end: text[end - 1] === "\n" ? end - 1 : end };
}

/** Nodes that begin with the declaration below a comment. */
const outer: ReadonlySet<string> = new Set(["template_declaration"]);

const stringKinds: ReadonlySet<string> = new Set(["string_literal", "raw_string_literal", "char_literal"]);

type Place = { readonly options: InterfaceOptions; readonly above: readonly number[]; readonly isInClass: boolean };

/** Reads a declaration; true when nothing else in it is to be read. */
function readDeclaration(file: ReadTree, node: number, parts: HeaderParts, place: Place): boolean {
  const { tree } = file;
  switch (tree.type(node)) {
    case "function_definition":
      return readFunction(file, node, parts, place);
    case "preproc_def":
    case "preproc_function_def":
      // The uses of a macro are not known.
      parts.keptBodies.push(rangeOf(file, node));
      return true;
    case "template_instantiation":
      return removeWhole(file, node, parts, place, !/^\s*extern\b/.test(file.textOf(node)));
    case "static_assert_declaration":
      // It may be about private members that are left out.
      return removeWhole(
        file,
        node,
        parts,
        place,
        !place.options.includePrivate && layoutWords.test(file.textOf(node)),
      );
    case "declaration":
      return readVariable(file, node, parts, place);
    case "namespace_definition":
      return removeWhole(file, node, parts, place, place.options.isSource && file.field(node, "name") === noNode);
    default:
      return false;
  }
}

/** Words of assertions about the layout of classes. */
const layoutWords = /\b(?:sizeof|alignof|offsetof|is_\w+)\b/;

function readFunction(file: ReadTree, node: number, parts: HeaderParts, place: Place): boolean {
  const { tree } = file;
  const definition = definitionAt(file, node, place.isInClass);
  if (definition === undefined) return true;
  const { rule, whole, body } = definition;
  if (isInternal(file, node, place)) return removeWhole(file, whole, parts, place, true);
  if (rule?.act === "remove") return removeWhole(file, whole, parts, place, true);
  if (rule === undefined) {
    const cut = cutOf(file, definition);
    parts.cuts.push(cut);
    return true;
  }
  if (rule.isTold) parts.kept.set(rule.id, (parts.kept.get(rule.id) ?? 0) + 1);
  parts.keptBodies.push({ start: tree.start(body), end: tree.end(node) });
  // Comments and strings in it are not code.
  for (let at = node; at < behind(tree, node); at++) {
    const type = tree.type(at);
    if (type === "comment") parts.comments.push(rangeOf(file, at));
    else if (stringKinds.has(type)) parts.strings.push(rangeOf(file, at));
  }
  return rule.id !== "unread" && rule.id !== "macro-head";
}

/** Leaves out a declaration as a whole, unless conditions around it depend on it. */
function removeWhole(file: ReadTree, node: number, parts: HeaderParts, { above }: Place, isLeftOut: boolean): boolean {
  if (!isLeftOut) return false;
  const { text, tree } = file;
  const { start, end } = rangeWithComments(file, node, above);
  const range = { start: Math.min(start, startWithMacros(file, tree.start(node), "lines")), end };
  const { isBalanced, defines } = directivesIn(text.slice(range.start, range.end));
  const last = text[tree.end(node) - 1];
  const isWhole = (last === ";" || last === "}") && !isDamaged(file, node, behind(tree, node));
  if (!isBalanced || defines || !isWhole) return false;
  parts.removals.push(range);
  return true;
}

/** True for a `static` function or variable of a source file, which no other file sees. */
function isInternal({ tree, textOf }: ReadTree, node: number, { options, isInClass }: Place): boolean {
  if (!options.isSource || isInClass || options.includePrivate) return false;
  for (const child of childrenIn(tree, node)) {
    if (tree.type(child) === "storage_class_specifier" && textOf(child) === "static") return true;
  }
  return false;
}

/**
 * Reads `int A::count = 0;`, which the class declares, and a variable of a source file: `int x = 1;` is `extern int x;`,
 * while a constant keeps its value.
 */
function readVariable(file: ReadTree, node: number, parts: HeaderParts, place: Place): boolean {
  const { tree, text, field, textOf } = file;
  if (place.isInClass) return false;
  const declarator = field(node, "declarator");
  if (declarator === noNode) return false;
  const whole = wholeOf(file, node);
  const isInitialized = tree.type(declarator) === "init_declarator";
  const named = isInitialized ? field(declarator, "declarator") : declarator;
  if (named === noNode || tree.type(named) === "function_declarator") return false;
  const isSpecialization = whole !== node && /^template\s*<\s*>/.test(text.slice(tree.start(whole), tree.start(node)));
  if (qualifierOf(file, named) !== noNode) {
    return removeWhole(file, whole, parts, place, !isSpecialization && isPlainVariable(file, named));
  }
  if (!place.options.isSource || isInLoop(file, node)) return false;
  if (isInternal(file, node, place)) return removeWhole(file, whole, parts, place, true);
  const head = text.slice(tree.start(node), tree.start(declarator));
  if (/\b(?:const|constexpr|constinit|extern|auto|inline|static|thread_local)\b/.test(head) || whole !== node)
    return false;
  const second = [...childrenIn(tree, node)].filter((child) => tree.type(child) === ",");
  if (second.length > 0 || !text.slice(0, tree.end(node)).endsWith(";")) return false;
  const nameEnd = tree.end(named);
  parts.edits.push({ start: tree.start(node), end: tree.start(node), text: "extern " });
  if (isInitialized) parts.edits.push({ start: nameEnd, end: tree.end(node), text: ";" });
  return textOf(node) !== "";
}

/** True for the declarator of a variable: no function, as `A::f()`. */
function isPlainVariable({ tree, field }: ReadTree, declarator: number): boolean {
  for (let at = declarator; at !== noNode && tree.type(at) !== "qualified_identifier"; ) {
    if (tree.type(at) === "function_declarator") return false;
    const inner = field(at, "declarator");
    at = inner === noNode ? tree.firstNamedChild(at) : inner;
  }
  return true;
}

/** True for a declaration that is not one of a namespace or of the file. */
function isInLoop({ tree }: ReadTree, node: number): boolean {
  const outerType = tree.type(tree.parents[node] ?? 0);
  return outerType !== "translation_unit" && outerType !== "declaration_list" && !outerType.startsWith("preproc_");
}

/** Kinds of nodes that declare something. */
const declaring =
  /^(?:field_)?(?:declaration|function_definition)$|_(?:definition|specifier|declaration|instantiation)$|^preproc_(?:def|function_def)$/;

function hasDeclarations({ tree }: ReadTree): boolean {
  for (let node = 1; node < tree.size; node++) {
    if (tree.isNamed(node) && declaring.test(tree.type(node))) return true;
  }
  return false;
}

function rangeOf({ tree }: ReadTree, node: number): Range {
  return { start: tree.start(node), end: tree.end(node) };
}

/** A comment between two words leaves a blank. */
function withoutComment(text: string, comment: Range): Edit {
  const edit = removal(text, comment);
  if (edit.start !== comment.start || edit.end !== comment.end) return edit;
  if (text[comment.end] === "\n" || comment.end === text.length) {
    let { start } = comment;
    while (start > 0 && (text[start - 1] === " " || text[start - 1] === "\t")) start--;
    return { start, end: comment.end, text: "" };
  }
  const isBetween = /\S/.test(text[comment.start - 1] ?? " ") && /\S/.test(text[comment.end] ?? " ");
  return { ...comment, text: isBetween ? " " : "" };
}

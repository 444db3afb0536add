/**
 * The stub of a Python module (.pyi, PEP 484). Input: its tree; output: imports, variables, and the heads of classes
 * and functions, without bodies.
 */
import { noNode } from "../../syntax/flat/flat-tree.ts";
import { beginsLine } from "../edits.ts";
import type { Interface, InterfaceOptions } from "../interface.ts";
import { behind, childrenIn, type ReadTree } from "../read-tree.ts";
import { type AssignedTypes, assignedTypesIn } from "./assigned-types.ts";
import { type Assigned, assignedIn } from "./assignments.ts";
import { attributesOf } from "./attributes.ts";
import { type Item, neededItems, textOf } from "./items.ts";
import { decoratorName, Records } from "./records.ts";
import { headEnd, codeOf as lineOf, signatureOf } from "./signature.ts";
import { lastName } from "./values.ts";

/** The block around statements. */
type Holder = {
  readonly item: Item | undefined;
  readonly depth: number;
  /** The class around them; undefined in a module. */
  readonly bases: readonly string[] | undefined;
  /** The names that are bound there already. */
  readonly bound: Set<string>;
  readonly types: AssignedTypes;
  /** The attributes that methods set on self. */
  readonly attributes: ReadonlyMap<string, string>;
  /** True in a class whose annotated variables are parameters of its constructor: see Records. */
  readonly isRecord: boolean;
  /** The functions that have overloads there: what implements them is not part of a stub (PEP 484). */
  readonly overloaded: Set<string>;
};

/** A statement to read, or one of the statements of a stub that is made already. */
type Task = { readonly node: number; readonly holder: Holder } | { readonly item: Item };

/** Returns the stub of a module: what it defines, without the bodies of its functions. */
export function stubOf(file: ReadTree, options: InterfaceOptions): Interface {
  const items = new StubReader(file, options).read();
  const shown = options.includePrivate ? new Set(items) : neededItems(items);
  return { text: textOf(items, shown), kept: new Map(), isEmpty: !items.some(isDeclaration) };
}

/** True for what binds names, `from x import *` as well. */
function isDeclaration({ names, lines }: Item): boolean {
  return names.length > 0 || /^from\b/.test(lines[0] ?? "");
}

class StubReader {
  readonly #file: ReadTree;
  readonly #options: InterfaceOptions;
  readonly #items: Item[] = [];
  readonly #tasks: Task[] = [];
  /** The names that `__all__` has. */
  readonly #exported: ReadonlySet<string>;
  readonly #records = new Records();

  constructor(file: ReadTree, options: InterfaceOptions) {
    this.#file = file;
    this.#options = options;
    this.#exported = exportedBy(file);
  }

  /** Reads the statements of the module and of its classes, in source order. */
  read(): readonly Item[] {
    const types = assignedTypesIn(this.#file, 0);
    const module: Holder = {
      item: undefined,
      depth: 0,
      bases: undefined,
      bound: new Set(),
      types,
      attributes: new Map(),
      isRecord: false,
      overloaded: new Set(),
    };
    this.#push(this.#children(0), module);
    const doc = this.#docOf(0);
    if (doc !== undefined) this.#add({ holder: module, lines: doc });
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) {
      if ("item" in task) this.#items.push(task.item);
      else this.#readStatement(task.node, task.holder);
    }
    return this.#items;
  }

  #push(nodes: readonly number[], holder: Holder): void {
    for (let i = nodes.length - 1; i >= 0; i--) this.#tasks.push({ node: nodes[i] ?? 0, holder });
  }

  /** The statements of a block, without comments. */
  #children(block: number): readonly number[] {
    const { tree } = this.#file;
    if (block === noNode) return [];
    return [...childrenIn(tree, block)].filter((node) => tree.isNamed(node) && tree.type(node) !== "comment");
  }

  #add(given: { readonly holder: Holder; readonly lines: readonly string[] } & Partial<Item>): Item {
    const { holder, lines, names = [], isBlock = false, isBranch = false, isApart = false } = given;
    const isPrivate = given.isPrivate ?? (names.length > 0 && names.every((name) => this.#isPrivate(name, holder)));
    const item = { depth: holder.depth, parent: holder.item, lines, isBlock, names, isPrivate, isBranch, isApart };
    this.#items.push(item);
    for (const name of names) holder.bound.add(name);
    return item;
  }

  #isPrivate(name: string, { bases }: Holder): boolean {
    if (!name.startsWith("_") || /^__\w*__$/.test(name)) return false;
    return bases !== undefined || !this.#exported.has(name);
  }

  #readStatement(node: number, holder: Holder): void {
    const { tree, textOf: codeOf } = this.#file;
    switch (tree.type(node)) {
      case "import_statement":
      case "import_from_statement":
      case "future_import_statement":
        this.#add({
          holder,
          lines: [lineOf(this.#file, node)],
          names: importedNames(this.#file, node),
          isPrivate: false,
        });
        return;
      case "type_alias_statement":
        this.#add({
          holder,
          lines: [lineOf(this.#file, node)],
          names: [/^type\s+(\w+)/.exec(codeOf(node))?.[1] ?? ""],
        });
        return;
      case "decorated_definition":
      case "function_definition":
      case "class_definition":
        this.#readDefinition(node, holder);
        return;
      case "expression_statement":
        for (const child of childrenIn(tree, node)) this.#readExpression(child, holder);
        return;
      case "if_statement":
        this.#readCondition(node, holder);
        return;
      case "try_statement":
      case "with_statement":
      case "for_statement":
      case "while_statement":
      case "match_statement":
      case "case_clause":
      case "except_clause":
      case "except_group_clause":
      case "else_clause":
      case "finally_clause":
        this.#readBlocks(node, holder);
        return;
      case "block":
        this.#push(this.#children(node), holder);
        return;
      default:
    }
  }

  /** `try`, `with`, `for`, `match`: what is in them is defined where they are. */
  #readBlocks(node: number, holder: Holder): void {
    const { tree } = this.#file;
    const kinds = ["block", "except_clause", "except_group_clause", "else_clause", "finally_clause"];
    this.#push(
      [...childrenIn(tree, node)].filter((child) => kinds.includes(tree.type(child))),
      holder,
    );
  }

  #readCondition(node: number, holder: Holder): void {
    const { tree, field } = this.#file;
    const condition = field(node, "condition");
    if (condition === noNode || /^__name__\s*==|==\s*__name__$/.test(this.#file.textOf(condition))) return;
    const branches = [node, ...childrenIn(tree, node)].filter(
      (at) => at === node || /^el(?:if|se)_clause$/.test(tree.type(at)),
    );
    const tasks: Task[] = [];
    let isFirst = true;
    for (const branch of branches) {
      const body = field(branch, branch === node || tree.type(branch) === "elif_clause" ? "consequence" : "body");
      const test = field(branch, "condition");
      const word = isFirst ? "if " : "elif ";
      const head = test === noNode ? "else:" : `${word}${lineOf(this.#file, test)}:`;
      const item: Item = {
        depth: holder.depth,
        parent: holder.item,
        lines: [head],
        isBlock: true,
        names: [],
        isPrivate: false,
        isBranch: !isFirst,
        isApart: false,
      };
      isFirst = false;
      tasks.push({ item });
      const inner = {
        ...holder,
        item,
        depth: holder.depth + 1,
        bound: new Set(holder.bound),
        overloaded: new Set<string>(),
      };
      for (const child of this.#children(body)) tasks.push({ node: child, holder: inner });
    }
    this.#tasks.push(...tasks.reverse());
  }

  #readDefinition(node: number, holder: Holder): void {
    const { tree, field } = this.#file;
    const definition = tree.type(node) === "decorated_definition" ? field(node, "definition") : node;
    if (definition === noNode) return;
    const name = field(definition, "name");
    if (name === noNode) return;
    const text = this.#file.textOf(name);
    const names = [text];
    const decorators = this.#decoratorsOf(node);
    const above = [...this.#commentsAbove(node), ...decorators];
    if (tree.type(definition) === "class_definition") {
      this.#readClass(definition, {
        holder,
        names,
        above,
        isRecord: this.#records.add(text, decorators, this.#basesOf(definition)),
      });
      return;
    }
    if (decorators.some((decorator) => decoratorName(decorator) === "overload")) holder.overloaded.add(text);
    else if (holder.overloaded.has(text)) return;
    const signature = signatureOf(this.#file, definition);
    const doc = this.#docOf(field(definition, "body"));
    const lines =
      doc === undefined ? [...above, `${signature} ...`] : [...above, signature, ...indented([...doc, "..."])];
    this.#add({ holder, lines, names, isApart: holder.bases === undefined || above.length > 0 || doc !== undefined });
  }

  #readClass(
    definition: number,
    {
      holder,
      names,
      above,
      isRecord,
    }: {
      readonly holder: Holder;
      readonly names: readonly string[];
      readonly above: readonly string[];
      readonly isRecord: boolean;
    },
  ): void {
    const { tree, field } = this.#file;
    const body = field(definition, "body");
    const head = lineOf(this.#file, definition, headEnd(tree, definition, body));
    const item = this.#add({ holder, lines: [...above, head], names, isBlock: true, isApart: true });
    const children = this.#children(body);
    const attributes = attributesOf(this.#file, this.#methodsIn(children));
    const types = body === noNode ? new Map() : assignedTypesIn(this.#file, body);
    const bases = this.#basesOf(definition);
    const inner = {
      item,
      depth: holder.depth + 1,
      bases,
      bound: new Set<string>(),
      types,
      attributes,
      isRecord,
      overloaded: new Set<string>(),
    };
    const doc = this.#docOf(body);
    if (doc !== undefined) this.#add({ holder: inner, lines: doc });
    const bound = this.#boundIn(children);
    for (const [name, line] of attributes) {
      // With a type it would be one more parameter.
      if (!bound.has(name)) this.#add({ holder: inner, lines: [isRecord ? `${name} = ...` : line], names: [name] });
    }
    this.#push(children, inner);
  }

  #methodsIn(statements: readonly number[]): readonly number[] {
    const { tree, field } = this.#file;
    return statements
      .map((node) => (tree.type(node) === "decorated_definition" ? field(node, "definition") : node))
      .filter((node) => node !== noNode && tree.type(node) === "function_definition");
  }

  /** The names that the statements of a class bind. */
  #boundIn(statements: readonly number[]): ReadonlySet<string> {
    const { tree, field, textOf: codeOf } = this.#file;
    const names = new Set<string>();
    for (const node of statements) {
      const definition = tree.type(node) === "decorated_definition" ? field(node, "definition") : node;
      const name = definition === noNode ? noNode : field(definition, "name");
      if (name !== noNode) names.add(codeOf(name));
      if (tree.type(node) !== "expression_statement") continue;
      for (const child of childrenIn(tree, node)) {
        for (const assigned of assignedIn(this.#file, child, {
          bases: [],
          isBound: () => true,
          isOfType: () => true,
          isRecord: false,
        }))
          names.add(assigned.name);
      }
    }
    return names;
  }

  #basesOf(definition: number): readonly string[] {
    const list = this.#file.field(definition, "superclasses");
    if (list === noNode) return [];
    return [...childrenIn(this.#file.tree, list)]
      .filter((node) => this.#file.tree.isNamed(node) && this.#file.tree.type(node) !== "keyword_argument")
      .map((node) => lastName(this.#file, node) ?? "?")
      .filter((name) => name !== "object");
  }

  #readExpression(node: number, holder: Holder): void {
    const { tree, field, textOf: codeOf } = this.#file;
    const type = tree.type(node);
    if (type === "augmented_assignment" && codeOf(field(node, "left")) === "__all__") {
      this.#add({ holder, lines: [lineOf(this.#file, node)] });
    } else if (type === "call" && /^__all__\.\w+$/.test(codeOf(field(node, "function")))) {
      this.#add({ holder, lines: [lineOf(this.#file, node)] });
    } else if (type === "assignment") {
      const isBound = (name: string) => holder.bound.has(name) || this.#isImported(name);
      const above = this.#commentsAbove(tree.parents[node] ?? node);
      const isOfType = (name: string, type: string) => {
        const attribute = holder.attributes.get(name);
        return holder.types.get(name)?.size === 1 && (attribute === undefined || attribute === `${name}: ${type}`);
      };
      const { bases, isRecord } = holder;
      for (const assigned of assignedIn(this.#file, node, { bases, isBound, isOfType, isRecord })) {
        this.#addAssigned(assigned, holder, above);
      }
    }
  }

  #addAssigned({ name, line, isAnnotated }: Assigned, holder: Holder, above: readonly string[]): void {
    if (holder.bound.has(name) && name !== "__all__") return;
    const isPublic = holder.isRecord && isAnnotated;
    this.#add({ holder, lines: [...above, line], names: [name], ...(isPublic && { isPrivate: false }) });
  }

  #imported: ReadonlySet<string> | undefined;

  /** True for a name that the module binds by a statement on its first level. */
  #isImported(name: string): boolean {
    this.#imported ??= boundByModule(this.#file);
    return this.#imported.has(name);
  }

  #decoratorsOf(node: number): readonly string[] {
    const { tree } = this.#file;
    if (tree.type(node) !== "decorated_definition") return [];
    return [...childrenIn(tree, node)]
      .filter((child) => tree.type(child) === "decorator")
      .map((child) => lineOf(this.#file, child));
  }

  /** The lines of comments right above a statement. */
  #commentsAbove(node: number): readonly string[] {
    const { text, tree } = this.#file;
    if (!this.#options.includeComments) return [];
    const found: string[] = [];
    let end = text.lastIndexOf("\n", tree.start(node) - 1);
    if (!beginsLine(text, tree.start(node))) return [];
    while (end > 0) {
      const start = text.lastIndexOf("\n", end - 1) + 1;
      const line = text.slice(start, end).trim();
      if (!line.startsWith("#") || line.startsWith("#!")) break;
      found.unshift(line);
      end = start - 1;
    }
    return found.slice(-maxCommentLines);
  }

  /** The lines of the string that a body begins with, without the indentation of the first one. */
  #docOf(body: number): readonly string[] | undefined {
    const { tree, textOf: codeOf } = this.#file;
    if (!this.#options.includeComments || body === noNode) return undefined;
    const [first] = this.#children(body);
    if (first === undefined || tree.type(first) !== "expression_statement") return undefined;
    const string = tree.firstChild(first);
    const kind = tree.type(string);
    if ((kind !== "string" && kind !== "concatenated_string") || tree.end(first) !== tree.end(string)) return undefined;
    const doc = codeOf(string);
    if (kind === "concatenated_string" || /^[a-z]*[bf]/i.test(doc)) return undefined;
    return docLines(doc);
  }
}

/** Lines of comments above one statement. */
const maxCommentLines = 50;

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === "" ? "" : `    ${line}`));
}

/** The lines of a docstring; those below the first one lose the indentation that they share. */
function docLines(doc: string): readonly string[] {
  const [first = "", ...others] = doc.split(/\r?\n/);
  const widths = others.filter((line) => line.trim() !== "").map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const shared = widths.reduce((least, width) => Math.min(least, width), Number.POSITIVE_INFINITY);
  return [first, ...others.map((line) => (line.trim() === "" ? "" : line.slice(shared)))];
}

/** The names in the strings of `__all__`. */
function exportedBy({ tree, text }: ReadTree): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of childrenIn(tree, 0)) {
    const start = tree.start(node);
    if (tree.type(node) !== "expression_statement" || !text.startsWith("__all__", start)) continue;
    for (const [, name = ""] of text.slice(start, tree.end(node)).matchAll(/["'](\w+)["']/g)) names.add(name);
  }
  return names;
}

/** The names that imports, functions and classes of a module bind. */
function boundByModule(file: ReadTree): ReadonlySet<string> {
  const { tree, field, textOf: codeOf } = file;
  const names = new Set<string>();
  const scopes: ReadonlySet<string> = new Set(["function_definition", "class_definition"]);
  for (let node = 0; node < tree.size; ) {
    const type = tree.type(node);
    if (scopes.has(type)) {
      const name = field(node, "name");
      if (name !== noNode) names.add(codeOf(name));
      node = behind(tree, node);
    } else if (type === "import_statement" || type === "import_from_statement") {
      for (const name of importedNames(file, node)) names.add(name);
      node = behind(tree, node);
    } else node++;
  }
  return names;
}

/** The names that an import binds: `a` of `import a.b`, `c` of `from a import b as c`. */
function importedNames({ tree, field, textOf: codeOf }: ReadTree, node: number): readonly string[] {
  const module = field(node, "module_name");
  const imported = [...childrenIn(tree, node)].filter((child) => tree.isNamed(child) && child !== module);
  return imported.flatMap((child) => {
    const type = tree.type(child);
    if (type === "aliased_import") return [codeOf(field(child, "alias"))];
    if (type !== "dotted_name" || tree.type(node) === "future_import_statement") return [];
    return [codeOf(child).split(".")[0] ?? ""];
  });
}

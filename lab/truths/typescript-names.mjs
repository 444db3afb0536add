// @ts-check
/**
 * What TypeScript's checker says about each identifier of a code base in TypeScript or JavaScript: where it is declared.
 *
 *   node lab/truths/typescript-names.mjs FOLDER ROOT >FILE.jsonl
 *
 * Input: the folder where typescript and @types/node are installed (program-names.mjs), and a code base. Output: one line a
 * name, by file and place, as program-names.mjs describes it.
 *
 * The files of each tsconfig.json are a program with its options; files without one are read as modules of a bundler. The targets
 * of a name are all declarations of its symbol, behind imports and exports; of a symbol that has one outside of the root only these. A key of an object literal with a declared type leads to
 * the member of the type. A variable with the module of a `require` leads to the module, too, and gets no line with a target if that
 * module is not in the code base: it is a variable here, and a module there. Packages that are not in the code base are absent:
 * their names lead to a file that does not exist, outside of the root.
 */
import { existsSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve, sep } from "node:path";
import { comparePlaces, keyOf } from "../places.mjs";
import { sourcesBelow } from "./source-files.mjs";

/** @typedef {import("../places.mjs").Place} Place */
/** @typedef {import("./program-names.mjs").ProgramName} ProgramName */

const [tools = "", rootGiven = "."] = process.argv.slice(2);
const root = realpathSync(resolve(rootGiven));
const ts = createRequire(join(resolve(tools), "package.json"))("typescript");

/** The options of files without a tsconfig.json. */
const defaults = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.Preserve,
};

/** The options of all programs: nothing is written, and no packages are read but the declarations of Node.js. */
const forced = {
  ...{ noEmit: true, allowJs: true, checkJs: false, skipLibCheck: true, composite: false, incremental: false },
  ...{ types: ["node"], typeRoots: [join(resolve(tools), "node_modules", "@types")], maxNodeModuleJsDepth: 0 },
};

/** Extensions of sources behind the paths that a package.json names. */
const sourceEnds = ["", ".ts", ".tsx", ".js", ".mjs", "/index.ts", "/index.tsx", "/index.js"];

const files = /** @type {const} */ (["typescript", "javascript"]).flatMap((language) => sourcesBelow(root, language));
const packages = packagesBelow();
const rows = programsOf(files).flatMap(({ names, options }) => namesOfProgram(names, options));
for (const row of rows.sort(comparePlaces)) process.stdout.write(`${JSON.stringify(row)}\n`);
console.error(`typescript ${ts.version}`);

/**
 * The files by their tsconfig.json.
 * @param {readonly string[]} paths relative to the root
 */
function programsOf(paths) {
  /** @type {Map<string, string[]>} */
  const byConfig = new Map();
  for (const path of paths) {
    const config = configOf(dirname(join(root, path)));
    const names = byConfig.get(config) ?? [];
    byConfig.set(config, names);
    names.push(path);
  }
  return [...byConfig].map(([config, names]) => ({ names, options: optionsOf(config) }));
}

/** @param {string} folder @returns {string} the nearest tsconfig.json in the root; "" for none */
function configOf(folder) {
  for (let at = folder; at === root || at.startsWith(root + sep); at = dirname(at)) {
    const config = ["tsconfig.json", "jsconfig.json"].map((name) => join(at, name)).find((path) => existsSync(path));
    if (config !== undefined) return config;
  }
  return "";
}

/** @param {string} config */
function optionsOf(config) {
  if (config === "") return { ...defaults, ...forced };
  const { config: json = {} } = ts.readConfigFile(config, ts.sys.readFile);
  const host = { ...ts.sys, readDirectory: () => [] };
  const { options } = ts.parseJsonConfigFileContent(json, host, dirname(config));
  const resolution = options.moduleResolution ?? defaults.moduleResolution;
  const module = options.moduleResolution === undefined ? defaults.module : options.module;
  const all = { ...defaults, ...options, module, moduleResolution: resolution, ...forced };
  for (const key of ["outFile", "out", "declaration", "emitDeclarationOnly", "lib", "project"]) delete all[key];
  return all;
}

/** The folders of the packages of the code base by their names. @returns {Map<string, string>} */
function packagesBelow() {
  const manifests = ts.sys.readDirectory(root, [".json"], ["**/node_modules"], ["**/package.json"]);
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const path of manifests) {
    const { config } = ts.readConfigFile(path, ts.sys.readFile);
    if (typeof config?.name === "string" && !found.has(config.name)) found.set(config.name, dirname(path));
  }
  return found;
}

/**
 * The lines of the files of one program.
 * @param {readonly string[]} names relative to the root
 * @param {any} options
 * @returns {ProgramName[]}
 */
function namesOfProgram(names, options) {
  const host = ts.createCompilerHost(options, true);
  const cache = ts.createModuleResolutionCache(root, (/** @type {string} */ path) => path, options);
  host.resolveModuleNameLiterals = (
    /** @type {readonly any[]} */ literals,
    /** @type {string} */ from,
    /** @type {any} */ redirected,
    /** @type {any} */ own,
    /** @type {any} */ file,
  ) =>
    literals.map((literal) => {
      const mode = ts.getModeForUsageLocation(file, literal, own);
      const found = ts.resolveModuleName(literal.text, from, own, host, cache, redirected, mode);
      if (found.resolvedModule !== undefined) return found;
      const path = sourceOfPackage(literal.text);
      const extension = path && (/\.d\.ts$|\.[^.]+$/.exec(path)?.[0] ?? "");
      return { resolvedModule: path && { resolvedFileName: path, extension, isExternalLibraryImport: false } };
    });
  const program = ts.createProgram({ rootNames: names.map((name) => join(root, name)), options, host });
  const checker = program.getTypeChecker();
  return names.flatMap((name) => {
    const source = program.getSourceFile(join(root, name));
    return source === undefined ? [] : namesOfFile(name, source, checker);
  });
}

/**
 * The source of an import that names a package of the code base, which is not built.
 * @param {string} name
 * @returns {string | undefined}
 */
function sourceOfPackage(name) {
  const parts = name.split("/");
  const own = parts.slice(0, name.startsWith("@") ? 2 : 1).join("/");
  const folder = packages.get(own);
  if (folder === undefined) return undefined;
  const inside = parts.slice(own.split("/").length).join("/");
  const { config = {} } = ts.readConfigFile(join(folder, "package.json"), ts.sys.readFile);
  const entries = [config.source, config.types, config.typings, config.module, config.main].filter(
    (entry) => typeof entry === "string",
  );
  const written = inside === "" ? [...entries, "src/index", "index"] : [inside, `src/${inside}`];
  const bases = written.flatMap((path) => {
    const bare = path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "");
    return [path, bare, bare.replace(/^(?:\.\/)?(?:dist|lib|build|out)\//, "src/")];
  });
  return bases
    .flatMap((base) => sourceEnds.map((end) => join(folder, base + end)))
    .find((path) => /\.[cm]?[jt]sx?$/.test(path) && ts.sys.fileExists(path));
}

/**
 * The lines of one file.
 * @param {string} file relative to the root
 * @param {any} source
 * @param {any} checker
 * @returns {ProgramName[]}
 */
function namesOfFile(file, source, checker) {
  /** @type {ProgramName[]} */
  const found = [];
  const visit = (/** @type {any} */ node) => {
    if ((ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) && node.end > node.getStart(source)) {
      const at = placeAt(source, node.getStart(source));
      const { targets, kind } = meaningOf(node, checker);
      const isDeclared = targets.some((target) => keyOf(target) === keyOf(at)) || isModuleName(node);
      found.push({ ...at, name: node.text, kind, targets, isDeclared });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.map((row) => ({ ...row, file }));
}

/**
 * @param {any} node a name
 * @param {any} checker
 * @returns {{ targets: Place[], kind: string }}
 */
function meaningOf(node, checker) {
  const none = { targets: [], kind: "other" };
  const { parent } = node;
  const isOfLanguage = node.text === "undefined" || node.text === "arguments";
  if (isOfLanguage && !ts.isPropertyAccessExpression(parent) && parent.name !== node)
    return { targets: [absent("language")], kind: "variable" };
  const symbols = symbolsOf(node, checker);
  if (symbols.length === 0) return none;
  const [first] = symbols;
  const kind = kindOf(first);
  const targets = symbols.flatMap((symbol) => targetsOf(symbol, checker, node));
  const unique = [...new Map(targets.map((target) => [keyOf(target), target])).values()];
  // `module` and `exports` of CommonJS have the file as their declaration.
  if (/^(module|exports|require)$/.test(node.text) && ts.isInJSFile(node) && !ts.isPropertyName(parent)) return none;
  return { targets: unique.sort(comparePlaces), kind };
}

/**
 * The symbols that a name means, without their aliases.
 * @param {any} node
 * @param {any} checker
 * @returns {any[]}
 */
function symbolsOf(node, checker) {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent)) {
    const value = checker.getShorthandAssignmentValueSymbol(parent);
    return [value, ...membersFor(parent, checker)].filter(Boolean);
  }
  const isKey = (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) && parent.name === node;
  if (isKey && ts.isObjectLiteralExpression(parent.parent)) {
    const members = membersFor(parent, checker);
    if (members.length > 0) return members;
  }
  const own = checker.getSymbolAtLocation(node);
  return own === undefined ? [] : [own];
}

/**
 * The members of the declared type of an object literal that have the name of a key.
 * @param {any} key
 * @param {any} checker
 * @returns {any[]}
 */
function membersFor(key, checker) {
  if (!ts.isObjectLiteralExpression(key.parent)) return [];
  const type = checker.getContextualType(key.parent);
  if (type === undefined) return [];
  const types = type.isUnion() ? type.types : [type];
  const members = types.map((/** @type {any} */ one) => one.getProperty(key.name.text)).filter(Boolean);
  return members.filter((/** @type {any} */ { declarations = [] }) => !declarations.includes(key));
}

/**
 * @param {any} symbol
 * @param {any} checker
 * @param {any} node the name
 * @returns {Place[]}
 */
function targetsOf(symbol, checker, node) {
  if ((symbol.flags & ts.SymbolFlags.Alias) === 0) return declarationsOf(symbol);
  const aliased = checker.getAliasedSymbol(symbol);
  const isKnown = aliased !== undefined && !checker.isUnknownSymbol(aliased);
  const behind = isKnown ? declarationsOf(aliased) : [];
  const variable = symbol.declarations?.find(
    (/** @type {any} */ it) => ts.isVariableDeclaration(it) || ts.isBindingElement(it),
  );
  if (variable !== undefined) {
    // Of CommonJS: the variable is a symbol of its own.
    const isInside = behind.some(({ file }) => !file.startsWith("/"));
    const isItself = variable.name === node;
    return isInside || isItself ? [...declarationsOf(symbol), ...behind] : [];
  }
  if (isKnown) return behind;
  const module = moduleOf(symbol.declarations?.[0]);
  // A module of the code base that is not found, as of files that a build makes, may be anything.
  return module === undefined || /^[./]/.test(module) || packages.has(module) ? [] : [absent(module)];
}

/**
 * The text that names the module of an import or export.
 * @param {any} declaration
 * @returns {string | undefined}
 */
function moduleOf(declaration) {
  for (let at = declaration; at !== undefined; at = at.parent) {
    const name = at.moduleSpecifier ?? at.moduleReference?.expression;
    if (name !== undefined && ts.isStringLiteral(name)) return name.text;
  }
  return undefined;
}

/** @param {any} symbol @returns {Place[]} */
function declarationsOf(symbol) {
  const all = symbol.declarations ?? [];
  // An assignment adds a declaration to a symbol from outside: `process.env.TZ = "UTC"`.
  const isFromOutside = (/** @type {any} */ one) => relative(root, one.getSourceFile().fileName).startsWith("..");
  const declared = all.some(isFromOutside) ? all.filter(isFromOutside) : all;
  return declared.map((/** @type {any} */ declaration) => {
    const source = declaration.getSourceFile();
    const name = ts.getNameOfDeclaration(declaration) ?? declaration;
    return placeAt(source, ts.isSourceFile(name) ? 0 : name.getStart(source));
  });
}

/** @param {any} source @param {number} offset @returns {Place} */
function placeAt(source, offset) {
  const { line, character } = source.getLineAndCharacterOfPosition(offset);
  const path = realPathOf(source.fileName);
  const inside = relative(root, path);
  return { file: inside.startsWith("..") ? path : inside, line: line + 1, column: character + 1 };
}

/** @param {string} path */
function realPathOf(path) {
  return existsSync(path) ? realpathSync(path) : path;
}

/** @param {string} module @returns {Place} */
function absent(module) {
  return { file: `/absent/${module}`, line: 1, column: 1 };
}

/** True for the words of `declare global` and `import.meta`, which are not names of anything. @param {any} node */
function isModuleName(node) {
  return (ts.isModuleDeclaration(node.parent) && node.text === "global") || ts.isMetaProperty(node.parent);
}

/** @param {any} symbol */
function kindOf(symbol) {
  const flags = ts.SymbolFlags;
  /** @type {[number, string][]} */
  const kinds = [
    [flags.Alias, "import"],
    [flags.TypeParameter, "typeParameter"],
    [flags.Class | flags.Interface | flags.TypeAlias | flags.Enum, "class"],
    [flags.Method, "method"],
    [flags.Function, "function"],
    [flags.Property | flags.Accessor | flags.EnumMember, "field"],
    [flags.Variable, "variable"],
    [flags.Module, "module"],
  ];
  return kinds.find(([flag]) => (symbol.flags & flag) !== 0)?.[1] ?? "other";
}

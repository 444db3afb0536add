/**
 * What code that serves several languages has to know of Python. Input: none; output: the table of traits.
 */
import { wordSet } from "../../base/word-list.ts";
import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import { type LanguageTraits, memberKinds } from "../language-traits.ts";
import { commonMembers } from "./builtins.ts";
import { pythonWords } from "./completion-words.ts";
import { pythonHanding } from "./handing.ts";
import type { Inference } from "./inferences.ts";
import { pythonReferences } from "./reference-types.ts";
import { specialNames } from "./special-methods.ts";

const { static: staticFlag, abstract, property, classmethod, overload } = DeclarationFlag;

export const pythonTraits: LanguageTraits = {
  name: "python",
  symbolKinds: [
    { of: "function", flags: property, kind: "property" },
    { of: "function", name: /^__init__$/, isMember: true, kind: "constructor" },
    ...memberKinds,
    { of: "variable", name: /^_*[A-Z][A-Z0-9_]*$/, kind: "constant" },
  ],
  modifiers: [
    { name: "async", pattern: /^(?:@.*)?\basync def\b/ },
    { name: "abstract", flag: abstract },
    { name: "static", flag: staticFlag },
    { name: "classmethod", flag: classmethod },
    { name: "property", flag: property },
    { name: "overload", flag: overload },
  ],
  documentation: {
    comment: /#/,
    areComments: false,
    string: { body: "block", statement: "expression_statement", kinds: new Set(["string", "concatenated_string"]) },
  },
  references: pythonReferences,
  handing: pythonHanding,
  // The ways in which code gets the class of an object.
  classValues: {
    inMethods: ["cls", "klass", "kls", "__class__"],
    asked: /\btype\s*\(|\b__class__\b/,
    returned: /\b(?:return|yield)\s+(?:type\(\w+\)|\w+\.__class__)\s*$/m,
    // `type(a)(1)`, `a.__class__(1)` and `a.__init__(1)`.
    called: /\btype\s*\([^()]*\)\s*\(|\.__class__\s*\(|(?<![\w.])(?:\w+\.)*[a-z_]\w*\.__init__\s*\(/,
    wordsOfCalls: ["type", "__class__", "__init__"],
  },
  words: pythonWords,
  declaresOverriding: false,
  // Names with two underscores are joined with that of their class.
  replacingNames: /^(?!__)/,
  bindsOncePerScope: true,
  hasUnions: true,
  hasPureMethods: false,
  hasWordsBeforeBases: false,
  isLinked: false,
  commonMembers,
  specialMethods: specialNames,
  wrapping: /\n[ \t]{1,200}(?:async[ \t]{1,20})?def[ \t]|\blambda\b/,
  namesArguments: true,
  makers: new Set(["__new__", "__init__"]),
  localClassHeads: /^[ \t]{1,200}class\s{1,200}\w{1,200}(?!\w)[^:()]{0,200}\(([^:()]{0,500})/gm,
  requests: { by: "pytest", decorators: /^@(?:pytest\.)?(?:mark|fixture)(?![\w])/ },
  ownMembers: {
    before: /(?<![\w.])(?:self|cls)\s{0,20}\.\s{0,20}$/,
    givenBy: new Set(["__getattr__", "__getattribute__"]),
  },
  // In a regular expression its dots may have a backslash, and in an entry point a colon is before the name.
  pathsInStrings: /(?:[\p{L}_][\p{L}\p{N}_]{0,100}(?:\\?\.|:)){1,20}$/u,
  resultRule: "returned" satisfies Inference,
  namesInStrings: [
    {
      before: /\b(?:(?:get|set|has|del)attr|__(?:get|set|del)attr(?:ibute)?__)\([^'"\n]{0,100},\s{0,100}[rRuU]?['"]$/,
      after: /^['"]\s{0,100}[,)]/,
    },
    // A text of several lines has a quotation mark at both ends of each.
    {
      before: /\{$/,
      after:
        /^[^{}'"\n]{0,100}\}(?:[^\n]{0,200}['"][ \t]{0,100}\r?\n[ \t]{0,100}[rRuU]?['"]){0,20}[^\n]{0,200}['"]\.format\(\*\*(?:globals|locals|vars)\(\)/,
    },
    // `"%(area)s of %(name)s" % locals()`
    {
      before: /%\($/,
      after:
        /^\)(?:[^'"\n]{0,200}['"][ \t]{0,100}\r?\n[ \t]{0,100}[rRuU]?['"]){0,20}[^'"\n]{0,200}['"]\s{0,100}%\s{0,100}(?:globals|locals|vars)\(\)/,
    },
    // `"{shape.area:>8}".format(shape=shape)`
    {
      before: /\{[\p{L}_\d][\p{L}\p{N}_.]{0,100}\.$/u,
      after:
        /^(?:[.[][^{}'"\n]{0,100})?(?:![rsa])?(?::[^{}'"\n]{0,100})?\}[\s\S]{0,900}?['"]\s{0,100}(?:\)\s{0,100}){0,5}\.format(?:_map)?\(/,
    },
    // `mocker.patch("pkg.module.shown")`, `patch.object(module, "shown")`
    {
      before:
        /\b(?:(?:patch|setattr|delattr|import_string)\(\s{0,100}[rRuU]?['"](?:[\p{L}_][\p{L}\p{N}_]{0,100}\.){1,20}|(?:patch\.object|spy|stub)\([^'"\n()]{1,100},\s{0,100}[rRuU]?['"])$/u,
      after: /^(?:\.[\w.]{1,200})?['"]/,
    },
    // `parametrize("size, name", …)` and `parametrize(["size", "name"], …)`
    {
      before:
        /\bparametrize\(\s{0,100}(?:[[(]\s{0,100})?(?:['"][\w\s,]{0,200}['"]\s{0,100},\s{0,100}){0,20}['"](?:\s*\w{1,100}\s*,){0,20}\s*$/,
      after: /^(?:\s*,\s*\w{1,100}){0,20}\s*['"]/,
    },
    { before: /\b__(?:qual)?name__\s{0,20}[!=]=\s{0,20}[rRuU]?['"]$/, after: /^['"]/ },
    { before: /['"]$/, after: /^['"]\s{0,20}[!=]=\s{0,20}[\p{L}\p{N}_.()]{1,100}\.__(?:qual)?name__\b/u },
  ],
  computedNames: {
    ofMembers:
      /\b(?:(?:get|set|has|del)attr\(\s{0,100}(?<object>[\w.[\]]{1,100})\s{0,100},\s{0,100}|attrgetter\(\s{0,100}\*?)[A-Za-z_][\w.]{0,100}\s{0,100}[,)[(+%]/g,
    ofOwnModule: /\b(?:globals|vars)\(\)(?!\[['"])/g,
    ofModule:
      /\b(?:vars|dir|getmembers)\((?:[\w.]{0,100}\.)?(?<module>\w{1,100})[,)]|\b(?<other>\w{1,100})\.__dict__\b(?!\[['"])/g,
    own: /^(?:self|cls)(?![\w.[])/,
    imports: /^[ \t]*(?:import|from[ \t]{1,20}[\w.]{1,200}[ \t]{1,20}import)[ \t]{1,20}([^#\n]{1,500})/gm,
    memberWords: ["getattr", "setattr", "hasattr", "delattr", "attrgetter"],
    words: ["vars", "dir", "getmembers", "__dict__"],
    lookUp: /(?<!\w)getattr\(\s{0,100}(?<object>\w{1,100})\s{0,100},\s{0,100}/g,
    // `"visit_" + kind`, `"visit_%s" % kind`, `f"visit_{kind}"`, `"visit_{}".format(kind)`
    beginning:
      /^[rRuUfF]{0,2}(["'])(?<head>\w*)(?:\1\s{0,20}\+|%[sd]\w{0,50}\1\s{0,20}%|\{[^{}"'\n]{0,80}\}\w{0,50}\1)/,
    // `kind + "_changed"`
    ending: /^[\w.]{1,100}\s{0,20}\+\s{0,20}(["'])(?<tail>\w+)\1/,
  },
  impliedCalls: ["module", "function", "class", "method"].flatMap((scope) =>
    ["setup", "teardown"].map((word) => ({
      names: [`${word}_${scope}`],
      by: "pytest",
      inText: /^[ \t]*(?:async )?def test/m,
    })),
  ),
  aroundTests: {
    ofClass: wordSet(`
      setUp tearDown setUpClass tearDownClass setUpTestData asyncSetUp asyncTearDown
      setup teardown setup_method teardown_method setup_class teardown_class
    `),
    ofFile: wordSet(`
      setUpModule tearDownModule setup_module teardown_module setup_function teardown_function setup teardown
    `),
    inHead: /\bautouse\s{0,20}=\s{0,20}True\b/,
    ofFolder: "conftest.py",
  },
  memberTables: {
    classKind: "class_definition",
    within: wordSet(`
      string string_content tuple list set dictionary pair parenthesized_expression expression_list binary_operator
      assignment expression_statement block
    `),
  },
  indentedBlock: { kind: "block", emptyStatement: "pass" },
  stubEnding: ".pyi",
  modules: { extension: ".py", packageFile: "__init__" },
};

/**
 * The rules by which a resolver reads what the code of a language says about types. Input: the key `types` of
 * language.json; output: checked tables from kinds of nodes to what they mean.
 */
import * as z from "zod";

/**
 * The child of a node: its field, or for a grammar without one its kinds in parentheses, `(user_type|nullable_type)`, or `(*)` for any
 * kind. The first one is meant, after `(a)>(b)` the first b after an a; `(a)/(b)` is the b in the a.
 */
const Field = z.string().regex(/^(?:(?:\w+|\((?:\*|\w+(?:\|\w+)*)\))[>/]?)+(?<![>/])$/);

/** The meaning of a node for types: what a value or a written type consists of. */
const TermRule = z.discriminatedUnion("is", [
  z.strictObject({ is: z.literal("name").describe("A name that is looked up") }),
  z.strictObject({
    is: z.literal("same").describe("It has the type of a part of it"),
    of: Field.optional().describe("The field of this part; its only named child by default"),
    or: Field.optional().describe("The field of another part that has this type if the first one tells none"),
    signs: z
      .record(z.string(), z.enum(["item"]))
      .default({})
      .describe("Sign → `item` if it takes an item of the part: `<-` of Go"),
  }),
  z.strictObject({
    is: z.literal("either").describe("It has the type of one of several parts"),
    of: z
      .array(Field)
      .optional()
      .describe("The fields of these parts; all of them by default, also of parts in each other"),
    nothing: z.array(z.string()).default([]).describe("Texts of parts that do not count, such as `null`"),
  }),
  z.strictObject({
    is: z.literal("member").describe("A member of a value, a type or a package"),
    of: Field.optional().describe("The field with what has the member; the first named child by default"),
    name: Field.optional().describe("The field with the name of the member; the last named child by default"),
    is_path: z.boolean().default(false).describe("True for a path of modules and types"),
  }),
  z.strictObject({
    is: z.literal("method").describe("A call with the name of the function in the call itself"),
    of: Field.describe("The field with what has the function, if it is written"),
    name: Field.describe("The field with the name of the function"),
    arguments: Field.describe("The field with the arguments"),
  }),
  z.strictObject({
    is: z.literal("builtin").describe("A value of a type that is known without an import"),
    name: Field.describe("The name of the type"),
  }),
  z.strictObject({
    is: z.literal("call").describe("The result of a call"),
    of: Field.optional().describe("The field with what is called; the first named child by default"),
    arguments: Field.optional().describe("The field with the arguments"),
  }),
  z.strictObject({
    is: z.literal("made").describe("A value of a written type"),
    of: Field.optional().describe("The field with the type; the last named child by default"),
    within: z
      .boolean()
      .default(false)
      .describe("True if the type may be one in the type of a value before it: `outer.new Inner()`"),
  }),
  z.strictObject({
    is: z.literal("item").describe("An item of a list or a table"),
    of: Field.optional().describe("The field with the list; the first named child by default"),
  }),
  z.strictObject({
    is: z.literal("generic").describe("A type with arguments"),
    of: Field.describe("The field with the type"),
    arguments: Field.describe("The field with the arguments"),
    item: z.enum(["first", "last"]).default("last").describe("The argument that is the type of an item of a container"),
  }),
  z.strictObject({
    is: z.literal("both").describe("Several types, all of whose members it has"),
  }),
  z.strictObject({
    is: z.literal("list").describe("A type of lists, tables or channels"),
    of: Field.optional().describe("The field with the type of an item; the first named child by default"),
    as: z.string().optional().describe("The builtin type that such a list is a value of"),
    key: Field.optional().describe("The field with the type of a key: what a loop with one name gets"),
  }),
  z.strictObject({
    is: z.literal("function").describe("A type of functions, or a function without a name"),
    of: Field.describe("The field with the type of the result"),
  }),
  z.strictObject({
    is: z.literal("tuple").describe("Several results"),
    of: Field.describe("The field of a child with the type of one"),
    names: Field.optional().describe("The field of the child's names: each of them is one result"),
  }),
  z.strictObject({ is: z.literal("own").describe("A type without a name, whose members are in the declaration") }),
]);

/** The steps from the value of a pattern to that of a name in it. */
const PatternRule = z.discriminatedUnion("is", [
  z.strictObject({ is: z.literal("same").describe("The same value") }),
  z.strictObject({
    is: z.literal("item").describe("An item of it"),
    type: Field.optional().describe("The field of the type that the pattern names"),
    types: z.string().default("").describe("Words with blanks between them: the only types that hold an item: `Some`"),
  }),
  z.strictObject({
    is: z.literal("members").describe("A member with the name of a child of these kinds"),
    kinds: z.array(z.string()),
  }),
  z.strictObject({ is: z.literal("member").describe("The member that a key names"), key: Field, value: Field }),
]);

/** The place of the type in the statement that declares a name. */
const DeclaredRule = z.strictObject({
  names: Field.default("name").describe("The field of the declared names, or of a list of them"),
  type: Field.optional().describe("The field of the written type"),
  list: Field.optional().describe("The field of the type of an item: the name is a list of them"),
  result: Field.optional().describe("The field of the type of a function's result"),
  outer_type: Field.optional().describe("The field of the written type in the node around it"),
  value: Field.optional().describe("The field of the value, or of a list of them"),
  outer_value: Field.optional().describe("The field of the value in a node around the statement: of `match`"),
  items: Field.optional().describe("The field of a value whose key and item the names get: of a loop"),
  each: Field.optional().describe("The field of a value whose item the name gets"),
  sign: z.string().optional().describe("The word that a loop has if the names get items"),
  item_first: z.boolean().default(false).describe("True if the first name of a loop gets an item, and not a key"),
  seen_in: Field.optional().describe("The field of a node around it inside whose part the names are seen"),
  cases: Field.optional().describe("The kind of node inside whose field `type` is the type of the name there"),
  underlying: Field.optional().describe("The field of the type that a type consists of"),
  says: z.string().optional().describe("The text of the type of what it declares"),
  bases: z.array(Field).optional().describe("The fields of the types that a type derives from, or of lists of them"),
  alias: Field.optional().describe("The field of the type that it is another name of"),
  repeats: z
    .boolean()
    .default(false)
    .describe("True if a declaration without type and value has the ones of the declaration before it"),
});

/** The things that a name may mean at its place: a function that is called, a type, a macro, or anything. */
const Sort = z.enum(["function", "type", "macro"]);

/** The modules of a language whose files name their modules. */
const ModuleRules = z.strictObject({
  root: z.string().describe("The word for the root of the own package: `crate`"),
  own: z.string().describe("The word for the own module: `self`"),
  outer: z.string().describe("The word for the module around it: `super`"),
  own_type: z.string().describe("The word for the type that a member is of: `Self`"),
  separator: z.string().describe("The sign between the parts of a path"),
  roots: z.array(z.string()).describe("Files that a tree of modules begins with"),
  folder_file: z.string().describe("The file of a module that is a folder"),
  use: z.string().describe("The kind of node that imports names by a path"),
  attributes: z.array(z.string()).describe("Kinds of nodes whose words are names only as arguments of `derive`"),
  tokens: z.string().describe("The kind of node with the words of a macro's arguments, which may mean anything"),
  target: z
    .strictObject({ trait: z.string(), type: z.string() })
    .describe("The trait by which a type has the members of another one, and the name of this type in it"),
});

/** The rules for types of a language, by kinds of nodes. */
export const TypeRules = z.strictObject({
  terms: z.record(z.string(), TermRule).describe("Kind of node → its meaning in a value or a written type"),
  declared: z.record(z.string(), DeclaredRule).describe("Kind of node that declares names → the place of their type"),
  patterns: z.record(z.string(), PatternRule).default({}).describe("Kind of node that takes a value apart → its parts"),
  bases: z
    .record(z.string(), z.strictObject({ without: Field.optional().describe("A field that it must not have") }))
    .default({})
    .describe("Kind of node in a type → it names a base: an embedded type"),
  type_parameters: z
    .record(z.string(), Field)
    .default({})
    .describe("Kind of declaration → the field whose parameters of types are names of its own"),
  type_parameter_bound: Field.optional().describe("The field of such a name with the type that it extends"),
  type_parameter_names: z.array(z.string()).default([]).describe("Kinds of nodes that name parameters of types there"),
  inferred: z.array(z.string()).default([]).describe("Words instead of a type that say that the value tells it"),
  sorts: z
    .record(z.string(), Sort)
    .default({})
    .describe(
      "Kind of node, or kind and field of a name in it → what the name means there: `call.name`, `type_identifier`",
    ),
  class_bodies: z
    .record(
      z.string(),
      z.strictObject({
        of: Field.optional().describe("The field of the type that has the members of the body"),
        made: Field.optional().describe("The field of the type of a class without a name"),
        outer: z
          .boolean()
          .default(false)
          .describe("True for a class without a name that derives from the one around it"),
      }),
    )
    .default({})
    .describe("Kind of node around the body of a class → how the class is known: names in the body may be its members"),
  bodies: z.array(z.string()).default([]).describe("Kinds of nodes that are such bodies"),
  self: z.string().optional().describe("The name of the own object: `this`"),
  base: z.string().optional().describe("The name of the own object as one of its base: `super`"),
  root: z
    .strictObject({ name: z.string(), members: z.string().describe("Words with blanks between them") })
    .optional()
    .describe("The class from outside that all classes derive from"),
  list_members: z.string().default("").describe("Words with blanks between them: the members of all lists"),
  parameters: z
    .strictObject({
      of: Field.describe("The field with the parameters of a function"),
      one: z.array(z.string()).describe("Kinds of nodes that are one of them each"),
      any: z.array(z.string()).describe("Kinds of nodes that are any number of them"),
    })
    .optional()
    .describe("The parameters by whose number functions of one name differ"),
  accessors: z
    .array(z.string())
    .default([])
    .describe("Kinds of nodes that declare a field and a function of the same name that returns it"),
  cases: z
    .strictObject({
      label: z.string().describe("The kind of node around the name"),
      of: z.string().describe("The kind of node around that"),
      value: Field.describe("The field of the value there"),
    })
    .optional()
    .describe("The names of cases, which may be members of the type of a value"),
  package_roots: z
    .string()
    .default("")
    .describe("Words with blanks between them: the first parts of packages, which no variable has as its name"),
  import_nodes: z.array(z.string()).default([]).describe("Kinds of nodes that import something by a dotted name"),
  literals: z
    .strictObject({
      body: z.string().describe("The kind of node with the parts of an object or a list"),
      shorthands: z
        .record(z.string(), z.enum(["variable", "both"]))
        .default({})
        .describe(
          "Kind of a node, or of the node around it, whose name is a key and a variable at once → what the name means first",
        ),
      keys: z.record(z.string(), Field).describe("Kind of node with a key and a value → the field of the key"),
    })
    .optional()
    .describe("The values with parts by keys: a key is a member if the type of the value has members"),
  expected: z
    .record(
      z.string(),
      z.strictObject({
        is: z
          .enum(["type", "value", "same", "item", "member", "result", "yielded", "unknown"])
          .describe(
            "It has a written type, the type of a value, that of the node around it, an item of that, its member, the result of the function around it, an item of that result, or one that is not known",
          ),
        of: Field.default("type").describe("The field of the type, the value, or the name of the member"),
      }),
    )
    .default({})
    .describe("Kind of node, and field of a value in it → the type that the value has to have: `pair.value`"),
  results: z
    .record(
      z.string(),
      z.strictObject({
        result: Field.describe("The field of the type of its result"),
        item_sign: z
          .string()
          .optional()
          .describe("The word of a function whose value is an item of the result: `async`"),
      }),
    )
    .default({})
    .describe("Kind of function → the place of the type of its result"),
  returned: z
    .strictObject({
      block: z.string().describe("The kind of node of a body with statements; any other body is the value itself"),
      statement: z.string().describe("The kind of statement that returns its only child"),
      nothing: z.array(z.string()).default([]).describe("Texts of values that do not count, such as `null`"),
      later: z.string().optional().describe("The container of the result of a function with `item_sign`: `Promise`"),
      generator_sign: z
        .string()
        .optional()
        .describe("The sign of a function whose call gives what it yields, and not what it returns: `*`"),
      locals: z.record(z.string(), Field).describe("Kind of node in a function that declares names → their field"),
    })
    .optional()
    .describe("The values that functions return; without it a result is known only if it is written"),
  callbacks: z
    .strictObject({
      methods: z
        .record(z.string(), z.int().min(0))
        .describe("Method of a list → the position of the parameter that gets an item"),
      parameters: z.array(z.string()).describe("Kinds of nodes around the name of a parameter"),
      list: z.string().describe("The kind of node with the parameters of a function"),
      arguments: z.string().describe("The kind of node with the arguments of a call"),
      called: Field.describe("The field of what is called"),
    })
    .optional()
    .describe("The functions without a name that get the items of a list"),
  own_objects: z
    .strictObject({
      functions: z.array(z.string()).describe("Kinds of functions whose own object their caller says"),
      method: z.string().describe("The kind of a method, also of an object"),
      object: z.string().describe("The kind of an object"),
      pair: z.string().describe("The kind of node with a key and a value of it"),
      assignment: z
        .string()
        .describe("The kind of node with a `left` that has a `property`, and a function as its value"),
    })
    .optional()
    .describe("The objects that `self` may be, in a language in which objects without a class have functions, too"),
  outside_members: z
    .string()
    .default("")
    .describe(
      "Words with blanks between them: members that many values from outside have, so that an unknown value with one may be from outside",
    ),
  family: z
    .string()
    .default("")
    .describe(
      "Words with blanks between them: languages that share their files, whose members are candidates for each other",
    ),
  inner_members: z
    .strictObject({
      keys: z
        .record(z.string(), Field)
        .describe("Kind of node in an object or a type without a name → the field of its key"),
      method: z.string().describe("The kind of such a node that is a method"),
      assignment: z.string().describe("The kind of node with a `left`, whose `object` gets a `property`"),
      assigned: z.boolean().default(false).describe("True if an assignment declares a field of a class or an object"),
      exports: z.array(z.string()).default([]).describe("Texts of objects whose properties are what the file exports"),
    })
    .optional()
    .describe("The members that outlines do not list"),
  taken_apart: z
    .strictObject({
      declarator: z.string().describe("The kind of node that declares a variable, with the field `name`"),
      outermost: z.string().describe("The kind of the outermost node of a file"),
    })
    .optional()
    .describe("The variables of a file that patterns name, if its queries do not find them"),
  exports: z
    .strictObject({
      around: z.array(z.string()).describe("Kinds of nodes around a declaration that other files may import"),
      without: z
        .string()
        .optional()
        .describe("A word of such a node with which the declaration has another name there"),
      before: z.string().optional().describe("A regular expression for the text of such a name with what is before it"),
      whole: z.array(z.string()).describe("Names of exports that are the file as a whole for another file"),
    })
    .optional()
    .describe(
      "The declarations that other files may import, if each file is a module; without it all of a package may be",
    ),
  functions: z
    .array(z.string())
    .default([])
    .describe("Kinds of nodes whose names other files and other functions do not see: functions, also without a name"),
  static_sign: z.string().optional().describe("The word before a member of a type itself"),
  merges: z
    .boolean()
    .default(false)
    .describe("True if all declarations of one name in one place are one symbol, such as overloads"),
  type_arguments: Field.optional().describe("The field of type arguments, which are not bases of a type"),
  module_calls: z
    .string()
    .default("")
    .describe("Words with blanks between them: functions that give the module whose path is their argument"),
  containers: z
    .string()
    .default("")
    .describe("Words with blanks between them: types whose values hold items of the type of an argument"),
  first_items: z
    .string()
    .default("")
    .describe(
      "Words with blanks between them: containers whose first argument is the type of an item, where `item` says the last",
    ),
  tables: z
    .string()
    .default("")
    .describe("Words with blanks between them: containers whose members are items, by keys of any name"),
  same_types: z
    .string()
    .default("")
    .describe("Words with blanks between them: types whose values have the members of their first argument"),
  type_names: z
    .array(z.string())
    .default([])
    .describe("Kinds of names that mean a type and no variable, in a language without `sorts`"),
  labels: z
    .array(z.string())
    .default([])
    .describe("Kinds of nodes that are a label, or have one as their only name: labels are apart from other names"),
  modules: ModuleRules.optional().describe("The modules of a language whose files name them"),
  partly_known: z
    .boolean()
    .default(false)
    .describe("True if the known ones of several types that a value may have count when others are not known"),
  item_members: z
    .string()
    .default("")
    .describe("Words with blanks between them: functions of types that hold items which give one of them"),
  containing_members: z
    .string()
    .default("")
    .describe("Words with blanks between them: methods of a list whose result holds an item of it, such as `first`"),
  same_members: z
    .string()
    .default("")
    .describe("Words with blanks between them: functions of any value that give it, or one of its type"),
  package_line: z.boolean().default(false).describe("True if files of a folder are one package by their first line"),
  packages_by_name: z
    .boolean()
    .default(false)
    .describe("True if files of any folders are one package by their first line, and imports name what is in one"),
  private_names: z
    .string()
    .optional()
    .describe("A regular expression of names that only the files of the same package see"),
  hiding: z
    .array(z.string())
    .default([])
    .describe("Kinds of statements that declare a new variable of a name which their scope has: `let`"),
  first_before_use: z
    .boolean()
    .default(false)
    .describe(
      "True if a name in a scope means only what is declared before it, and not in the value of its own declaration",
    ),
  closed_members: z
    .boolean()
    .default(false)
    .describe("True if values have only declared members, so that a member which nothing declares is from outside"),
  outside_hides_deeper: z
    .boolean()
    .default(false)
    .describe("True if a member that a type has from outside hides members of types that it has further below"),
  not_followed: z
    .record(z.string(), z.string())
    .default({})
    .describe(
      "Kind of declaration → the uses and declarations of the same name that no rule finds, which a rename names",
    ),
  replacing_names: z
    .string()
    .optional()
    .describe(
      "A regular expression of names of members that replace one of any kind in the bases of their class, so that a rename takes all of them",
    ),
  implicit_interfaces: z
    .boolean()
    .default(false)
    .describe("True if a type implements an interface without naming it, by its methods"),
  builtins: z.string().default("").describe("Words with blanks between them: names that are known without an import"),
  unknown_types: z
    .string()
    .default("")
    .describe("Words with blanks between them: builtin types whose values may be of any type"),
  builtin_results: z
    .record(z.string(), z.enum(["first"]))
    .default({})
    .describe("Builtin function → `first` if its result has the type of the first argument, or that is the type"),
  external_results: z
    .enum(["open", "external"])
    .default("open")
    .describe("`external` if what a function from outside gives is from outside, except by type parameters"),
  open_results: z
    .string()
    .optional()
    .describe("A regular expression of functions from outside whose result may still be of the code base"),
  separate_names: z
    .string()
    .optional()
    .describe("A regular expression of functions that may be several of one name in a package, such as `init` of Go"),
  no_names: z.array(z.string()).default([]).describe("Kinds of nodes whose words mean nothing outside of them"),
  unlikely_files: z
    .string()
    .optional()
    .describe("A regular expression of paths that a common build leaves out: another file with the symbol comes first"),
});

export type ModuleRules = Readonly<z.infer<typeof ModuleRules>>;
export type Sort = z.infer<typeof Sort>;
export type TypeRules = Readonly<z.infer<typeof TypeRules>>;
export type TermRule = Readonly<z.infer<typeof TermRule>>;
export type DeclaredRule = Readonly<z.infer<typeof DeclaredRule>>;

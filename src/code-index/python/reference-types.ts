import { placesOf, type TypeRules, within } from "../reference-types.ts";

/** The rules for the types of occurrences in trees of Python. */
export const pythonReferences: TypeRules = {
  names: new Set(["identifier"]),
  typeNames: new Set(),
  places: placesOf({
    attribute: { attribute: "outer" },
    call: { function: within(["decorator"], "decorator", "call") },
    decorator: { "*": "decorator" },
    assignment: { left: "write" },
    augmented_assignment: { left: "write" },
    named_expression: { name: "write" },
    for_statement: { left: "write" },
    for_in_clause: { left: "write" },
    as_pattern_target: { "*": "write" },
    delete_statement: { "*": "write" },
    keyword_argument: { name: "write" },
    pattern_list: { "*": "outer" },
    tuple_pattern: { "*": "outer" },
    list_pattern: { "*": "outer" },
    list_splat_pattern: { "*": "outer" },
    // [*X()]: the `*` is around X
    list_splat: { "*": "outer" },
    dotted_name: { "*": "outer" },
    aliased_import: { "*": "import" },
    relative_import: { "*": "import" },
    import_statement: { "*": "import" },
    import_from_statement: { "*": "import" },
    future_import_statement: { "*": "import" },
    // class A(B, Base[int]): a call has an argument_list, too
    argument_list: { "*": within(["class_definition"], "inherit", "read") },
    subscript: { value: within(["argument_list"], "outer", "read") },
    except_clause: { "*": "type" },
    class_pattern: { "*": "type" },
  }),
  around: new Map([
    ["type", "type"],
    ["except_clause", "type"],
  ]),
  ends: new Set(["argument_list", "block", "expression_statement", "module", "parameters"]),
  takesAddresses: false,
};

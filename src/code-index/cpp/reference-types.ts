import { wordSet } from "../../base/word-list.ts";
import { placesOf, type TypeRules } from "../reference-types.ts";

/** The rules for the types of occurrences in trees of C++. */
export const cppReferences: TypeRules = {
  names: wordSet(`
    identifier field_identifier type_identifier namespace_identifier statement_identifier destructor_name operator_name
    operator_cast
  `),
  // The grammar takes size_t and uint8_t for words like int, and TRUE for one like true: they are names of a library, or of the code.
  words: { kinds: new Set(["primitive_type", "true", "false"]), declarable: /_t$|^(?:TRUE|FALSE)$/ },
  typeNames: new Set(["type_identifier", "namespace_identifier", "primitive_type"]),
  places: placesOf({
    // geo::area  area<int>  a.area
    qualified_identifier: { name: "outer", scope: "type" },
    template_function: { name: "outer" },
    template_method: { name: "outer" },
    template_type: { name: "outer" },
    dependent_name: { "*": "outer" },
    field_expression: { field: "outer" },
    call_expression: { function: "call" },
    new_expression: { type: "call" },
    compound_literal_expression: { type: "call" },
    type_descriptor: { type: "type" },
    // A a(1);  A a{1};
    declaration: { type: "constructed" },
    assignment_expression: { left: "write" },
    update_expression: { argument: "write" },
    // A() : x(1)  { .x = 1 }
    field_initializer: { "*": "write" },
    field_designator: { "*": "write" },
    base_class_clause: { "*": "inherit" },
    using_declaration: { "*": "import" },
    namespace_alias_definition: { "*": "import" },
    function_declarator: { declarator: "declaration" },
  }),
  around: new Map(),
  ends: new Set(),
  takesAddresses: true,
};

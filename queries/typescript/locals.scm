; Names that are seen inside of parts of a file of TypeScript or TSX.

; Scopes
[
  (arrow_function)
  (catch_clause)
  (class_declaration)
  (class_static_block)
  (for_in_statement)
  (for_statement)
  (function_declaration)
  (function_expression)
  (function_signature)
  (generator_function)
  (generator_function_declaration)
  (interface_declaration)
  (method_definition)
  (method_signature)
  (statement_block)
  (switch_body)
  (type_alias_declaration)
] @local.scope

; Definitions
; let x = 1;
(variable_declarator
  name: (identifier) @local.definition.variable)

; let { x, y: z, ...w } = v;  let [x, y = 1] = v;  (also among parameters)
(object_pattern
  (shorthand_property_identifier_pattern) @local.definition.variable)

(object_pattern
  (object_assignment_pattern
    left: (shorthand_property_identifier_pattern) @local.definition.variable))

(pair_pattern
  value: (identifier) @local.definition.variable)

(pair_pattern
  value: (assignment_pattern
    left: (identifier) @local.definition.variable))

(array_pattern
  (identifier) @local.definition.variable)

(array_pattern
  (assignment_pattern
    left: (identifier) @local.definition.variable))

(rest_pattern
  (identifier) @local.definition.variable)

; function f(x: string, y?: number)
(required_parameter
  pattern: (identifier) @local.definition.parameter)

(optional_parameter
  pattern: (identifier) @local.definition.parameter)

; x => y
(arrow_function
  parameter: (identifier) @local.definition.parameter)

; catch (x)
(catch_clause
  parameter: (identifier) @local.definition.parameter)

; for (const x of y)
(for_in_statement
  left: (identifier) @local.definition.variable)

; function f() { }  seen around itself
((function_declaration
  name: (identifier) @local.definition.function)
  (#set! definition.function.scope "parent"))

((generator_function_declaration
  name: (identifier) @local.definition.function)
  (#set! definition.function.scope "parent"))

; class X { }
((class_declaration
  name: (type_identifier) @local.definition.class)
  (#set! definition.class.scope "parent"))

(abstract_class_declaration
  name: (type_identifier) @local.definition.class)

; interface X { }  type X = string;  enum X { }
((interface_declaration
  name: (type_identifier) @local.definition.interface)
  (#set! definition.interface.scope "parent"))

((type_alias_declaration
  name: (type_identifier) @local.definition.type)
  (#set! definition.type.scope "parent"))

(enum_declaration
  name: (identifier) @local.definition.enum)

; <T>
(type_parameter
  name: (type_identifier) @local.definition.type_parameter)

; import x = require("y");
(import_require_clause
  (identifier) @local.definition.import)

; import x, { y, z as w }, * as v from "u";
(import_clause
  (identifier) @local.definition.import)

(import_specifier
  !alias
  name: (identifier) @local.definition.import)

(import_specifier
  alias: (identifier) @local.definition.import)

(namespace_import
  (identifier) @local.definition.import)

; References
[
  (identifier)
  (shorthand_property_identifier)
  (type_identifier)
] @local.reference

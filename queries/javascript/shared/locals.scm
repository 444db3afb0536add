; Names that are seen inside of parts of a file of JavaScript, TypeScript or TSX.

; Scopes
[
  (arrow_function)
  (catch_clause)
  (class_static_block)
  (for_in_statement)
  (for_statement)
  (function_declaration)
  (function_expression)
  (generator_function)
  (generator_function_declaration)
  (method_definition)
  (statement_block)
  (switch_body)
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

; x => y
(arrow_function
  parameter: (identifier) @local.definition.parameter)

; catch (x)
(catch_clause
  parameter: (identifier) @local.definition.parameter)

; for (const x of y), while for (x of y) assigns
(for_in_statement
  kind: _
  left: (identifier) @local.definition.variable)

; function f() { }  seen around itself
((function_declaration
  name: (identifier) @local.definition.function)
  (#set! definition.function.scope "parent"))

((generator_function_declaration
  name: (identifier) @local.definition.function)
  (#set! definition.function.scope "parent"))

; const x = function y() { };  seen inside of itself
(function_expression
  name: (identifier) @local.definition.function)

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
] @local.reference

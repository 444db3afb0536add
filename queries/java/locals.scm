; Names that are seen inside of parts of a file of Java.

; Scopes
[
  (block)
  (catch_clause)
  (class_declaration)
  (constructor_body)
  (constructor_declaration)
  (enhanced_for_statement)
  (for_statement)
  (interface_declaration)
  (lambda_expression)
  (method_declaration)
  (record_declaration)
  (switch_block)
  (try_with_resources_statement)
] @local.scope

; Definitions
; void f(int x, int... y)
(formal_parameter
  name: (identifier) @local.definition.parameter)

(spread_parameter
  (variable_declarator
    name: (identifier) @local.definition.parameter))

; x -> y  (x, y) -> z
(lambda_expression
  parameters: (identifier) @local.definition.parameter)

(inferred_parameters
  (identifier) @local.definition.parameter)

; int x = 1;
(local_variable_declaration
  declarator: (variable_declarator
    name: (identifier) @local.definition.variable))

; for (int x : y)
(enhanced_for_statement
  name: (identifier) @local.definition.variable)

; catch (Exception x)
(catch_formal_parameter
  name: (identifier) @local.definition.parameter)

; try (var x = y)
(resource
  name: (identifier) @local.definition.variable)

; x instanceof Y y
(instanceof_expression
  name: (identifier) @local.definition.variable)

; import a.b.C;
(import_declaration
  (scoped_identifier
    name: (identifier) @local.definition.import)
  .)

; class A<T>  <T> void f()
(type_parameter
  (type_identifier) @local.definition.type_parameter)

; again: for (;;) { }
(labeled_statement
  .
  (identifier) @local.definition.label)

; References
[
  (identifier)
  (type_identifier)
] @local.reference

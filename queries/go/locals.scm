; Names that are seen inside of parts of a file of Go.

; Scopes
[
  (block)
  (communication_case)
  (default_case)
  (expression_case)
  (for_statement)
  (func_literal)
  (function_declaration)
  (if_statement)
  (method_declaration)
  (type_case)
] @local.scope

; Definitions: the blank identifier names nothing.
; func f(x int)  func (x T) f()
((parameter_declaration
    name: (identifier) @local.definition.parameter)
  (#not-eq? @local.definition.parameter "_"))

; func f(x ...int)
((variadic_parameter_declaration
    name: (identifier) @local.definition.parameter)
  (#not-eq? @local.definition.parameter "_"))

; x, y := 1, 2
((short_var_declaration
    left: (expression_list
      (identifier) @local.definition.variable))
  (#not-eq? @local.definition.variable "_"))

; for x, y := range z
((range_clause
    left: (expression_list
      (identifier) @local.definition.variable))
  (#not-eq? @local.definition.variable "_"))

; switch x := y.(type)
((type_switch_statement
    alias: (expression_list
      (identifier) @local.definition.variable))
  (#not-eq? @local.definition.variable "_"))

; case x := <-y
((receive_statement
    left: (expression_list
      (identifier) @local.definition.variable))
  (#not-eq? @local.definition.variable "_"))

; var x int
((var_spec
    name: (identifier) @local.definition.variable)
  (#not-eq? @local.definition.variable "_"))

; const x = 1
((const_spec
    name: (identifier) @local.definition.constant)
  (#not-eq? @local.definition.constant "_"))

; import x "y"
(import_spec
  name: (package_identifier) @local.definition.import)

; func f[T any]()
(type_parameter_declaration
  name: (identifier) @local.definition.type_parameter)

; References
[
  (identifier)
  (type_identifier)
] @local.reference

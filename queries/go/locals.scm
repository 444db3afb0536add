; Names that are seen inside of parts of a file of Go.

; Scopes
[
  (communication_case)
  (default_case)
  (expression_case)
  (expression_switch_statement)
  (for_statement)
  (func_literal)
  (function_declaration)
  (function_type)
  (if_statement)
  (interface_type)
  (method_declaration)
  (method_elem)
  (struct_type)
  (type_alias)
  (type_case)
  (type_spec)
  (type_switch_statement)
] @local.scope

; The body of a function has the scope of its parameters.
[
  (if_statement
    (block) @local.scope)
  (for_statement
    (block) @local.scope)
  (statement_list
    (block) @local.scope)
  (labeled_statement
    (block) @local.scope)
]

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
      (identifier) @local.definition.variable)
    ":=")
  (#not-eq? @local.definition.variable "_"))

; switch x := y.(type)
((type_switch_statement
    alias: (expression_list
      (identifier) @local.definition.variable))
  (#not-eq? @local.definition.variable "_"))

; case x := <-y
((receive_statement
    left: (expression_list
      (identifier) @local.definition.variable)
    ":=")
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

; func (x *Box[T]) f()
(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: [
        (generic_type
          type_arguments: (type_arguments
            (type_elem
              (type_identifier) @local.definition.type_parameter)))
        (pointer_type
          (generic_type
            type_arguments: (type_arguments
              (type_elem
                (type_identifier) @local.definition.type_parameter))))
      ])))

; struct{ x int }  in functions
(field_declaration
  name: (field_identifier) @local.definition.field)

; interface{ f() }  in functions
(method_elem
  name: (field_identifier) @local.definition.field)

; again: for { }
(labeled_statement
  label: (label_name) @local.definition.label)

; References
[
  (identifier)
  (label_name)
  (type_identifier)
] @local.reference

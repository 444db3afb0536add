; Definitions and references of Go.

; type X struct { }  type X[T any] struct { }
(type_spec
  name: (_) @name
  type: (struct_type)) @definition.class

; func f() { }
(function_declaration
  name: (_) @name) @definition.function

; func (x *X) f() { }  func (X[T]) f() { }
(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: [
        (type_identifier) @container
        (generic_type
          type: (type_identifier) @container)
        (pointer_type
          (type_identifier) @container)
        (pointer_type
          (generic_type
            type: (type_identifier) @container))
      ]))
  name: (_) @name) @definition.method

; References
; ----------

; f()  f[int]()
(call_expression
  function: [
    (identifier) @name
    (parenthesized_expression
      (identifier) @name)
  ]) @reference.call

; x.f()
(call_expression
  function: (selector_expression
    field: (field_identifier) @name)) @reference.call

; var x X
(type_identifier) @name @reference.type

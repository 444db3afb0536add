; Definitions and references of Rust.

; struct X { }
(struct_item
  name: (_) @name) @definition.class

; union X { }
(union_item
  name: (_) @name) @definition.class

; fn f() { }
(function_item
  name: (_) @name) @definition.function

; trait X { fn f() { } }
(trait_item
  body: (declaration_list
    (function_item
      name: (_) @name) @definition.method))

; impl X { fn f() { } }  impl [X] { }
(impl_item
  type: (_) @container
  body: (declaration_list
    (function_item
      name: (_) @name) @definition.method))

; impl X<T> { }  impl a::X { }  impl a::X<T> { }  impl &X { }
(impl_item
  type: [
    (generic_type
      type: (type_identifier) @container)
    (generic_type
      type: (scoped_type_identifier
        name: (_) @container))
    (reference_type
      type: (type_identifier) @container)
    (reference_type
      type: (generic_type
        type: (type_identifier) @container))
    (scoped_type_identifier
      name: (_) @container)
  ]
  body: (declaration_list
    (function_item
      name: (_) @name) @definition.method))

; References
; ----------

; f()
(call_expression
  function: (identifier) @name) @reference.call

; x.f()
(call_expression
  function: (field_expression
    field: (field_identifier) @name)) @reference.call

; a::f()
(call_expression
  function: (scoped_identifier
    name: (identifier) @name)) @reference.call

; f::<T>()  x.f::<T>()  a::f::<T>()
(call_expression
  function: (generic_function
    function: [
      (identifier) @name
      (field_expression
        field: (field_identifier) @name)
      (scoped_identifier
        name: (identifier) @name)
    ])) @reference.call

; x!()
(macro_invocation
  macro: (identifier) @name) @reference.call

; impl X for Y
(impl_item
  trait: (type_identifier) @name) @reference.implementation

; let x: X
(type_identifier) @name @reference.type

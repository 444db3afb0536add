; Definitions of Go that list_symbols lists in addition to tags.scm.

; Types
; -----

; type X int  type X func()
(type_spec
  name: (_) @name) @definition.type

; type X = int
(type_alias
  name: (_) @name) @definition.type

; type X struct { }
(type_spec
  name: (_) @name
  type: (struct_type)) @definition.struct

; type X interface { }
(type_spec
  name: (_) @name
  type: (interface_type)) @definition.interface

; x, y int  in structs
(field_declaration
  name: (_) @name @definition.field) @declaration

; A  *A  p.A  in structs: an embedded field is named as its type
(field_declaration
  !name
  type: (type_identifier) @name) @definition.field

(field_declaration
  !name
  type: (qualified_type
    name: (_) @name)) @definition.field

(field_declaration
  !name
  type: (generic_type
    type: [
      (type_identifier) @name
      (qualified_type
        name: (_) @name)
    ])) @definition.field

; f(int) error  in interfaces
(method_elem
  name: (_) @name) @definition.method

; Variables
; ---------
; Those inside functions are dropped by their place.

; var x, y int
(var_spec
  name: (_) @name @definition.variable) @declaration

; const x, y = 1, 2
(const_spec
  name: (_) @name @definition.constant) @declaration

; Where statements and comments begin
; -----------------------------------

; type X struct { }
(type_declaration
  .
  "type"
  .
  [
    (type_alias)
    (type_spec)
  ] @declared) @declaration

(comment) @doc

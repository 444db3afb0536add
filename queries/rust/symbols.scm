; Definitions of Rust that list_symbols lists in addition to tags.scm.

; Types
; -----

; struct X { }
(struct_item
  name: (_) @name) @definition.struct

; union X { }
(union_item
  name: (_) @name) @definition.struct

; enum X { }
(enum_item
  name: (_) @name) @definition.enum

; A of enum X { A, B(u8) }
(enum_variant
  name: (_) @name) @definition.enum_member

; trait X { }
(trait_item
  name: (_) @name) @definition.interface

; type X = u8;
(type_item
  name: (_) @name) @definition.type

; type X;  of a trait
(associated_type
  name: (_) @name) @definition.type

; x: u8  in structs
(field_declaration
  name: (_) @name) @definition.field

; mod x { }
(mod_item
  name: (_) @name
  body: (_)) @definition.module

; Functions
; ---------

; fn f();  of a trait
(trait_item
  body: (declaration_list
    (function_signature_item
      name: (_) @name) @definition.method))

; extern "C" { fn f(); }
(foreign_mod_item
  body: (declaration_list
    (function_signature_item
      name: (_) @name) @definition.function))

; macro_rules! x { }
(macro_definition
  name: (_) @name) @definition.macro

; Variables
; ---------

; const X: u8 = 1;
(const_item
  name: (_) @name) @definition.constant

; static X: u8 = 1;
(static_item
  name: (_) @name) @definition.variable

; impl X { const Y: u8 = 1; type Z = u8; }
(impl_item
  type: (_) @container
  body: (declaration_list
    (const_item
      name: (_) @name) @definition.constant))

(impl_item
  type: (_) @container
  body: (declaration_list
    (type_item
      name: (_) @name) @definition.type))

; impl X<T> { const Y: u8 = 1; type Z = u8; }
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
    (const_item
      name: (_) @name) @definition.constant))

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
    (type_item
      name: (_) @name) @definition.type))

[
  (block_comment)
  (line_comment)
] @doc

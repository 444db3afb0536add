; Names that are seen inside of parts of a file of Rust.

; Scopes
[
  (block)
  (enum_item)
  (closure_expression)
  (for_expression)
  (function_signature_item)
  (if_expression)
  (impl_item)
  (match_arm)
  (struct_item)
  (trait_item)
  (type_item)
  (union_item)
  (while_expression)
] @local.scope

; A function does not see the variables around it.
((function_item) @local.scope
  (#set! local.scope-inherits false))

; Definitions
; fn f(x: u8, &y: &u8)
(parameter
  pattern: (identifier) @local.definition.parameter)

(parameter
  pattern: (mut_pattern
    (identifier) @local.definition.parameter))

; |x, y| z
(closure_parameters
  (identifier) @local.definition.parameter)

; let x = 1;  let mut x = 1;
(let_declaration
  pattern: (identifier) @local.definition.variable)

; let (x, y) = z;  if let Some(x) = y  Ok(x) => y
((tuple_pattern
    (identifier) @local.definition.variable)
  (#match? @local.definition.variable "^[^A-Z]"))

((tuple_struct_pattern
    type: (_)
    (identifier) @local.definition.variable)
  (#match? @local.definition.variable "^[^A-Z]"))

(field_pattern
  name: (shorthand_field_identifier) @local.definition.variable)

((field_pattern
    pattern: (identifier) @local.definition.variable)
  (#match? @local.definition.variable "^[^A-Z]"))

((reference_pattern
    (identifier) @local.definition.variable)
  (#match? @local.definition.variable "^[^A-Z]"))

((slice_pattern
    (identifier) @local.definition.variable)
  (#match? @local.definition.variable "^[^A-Z]"))

(ref_pattern
  (identifier) @local.definition.variable)

(mut_pattern
  (identifier) @local.definition.variable)

(captured_pattern
  .
  (identifier) @local.definition.variable)

; x => y  x if y => z  A(x) | B(x) => y: a name in capitals is a constant or a variant
((match_pattern
    (identifier) @local.definition.variable)
  (#match? @local.definition.variable "^[^A-Z]"))

((or_pattern
    (identifier) @local.definition.variable)
  (#match? @local.definition.variable "^[^A-Z]"))

; for x in y
(for_expression
  pattern: (identifier) @local.definition.variable)

; use a::b;  use a::{b, c as d};
(use_declaration
  argument: (scoped_identifier
    name: (identifier) @local.definition.import))

(use_list
  (identifier) @local.definition.import)

(use_list
  (scoped_identifier
    name: (identifier) @local.definition.import))

(use_as_clause
  alias: (identifier) @local.definition.import)

; <T>
(type_parameter
  name: (type_identifier) @local.definition.type_parameter)

; References
[
  (identifier)
  (shorthand_field_identifier)
  (type_identifier)
] @local.reference

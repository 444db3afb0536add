; Definitions and references of TypeScript and TSX.

; abstract class X { }
(abstract_class_declaration
  name: (_) @name) @definition.class

; f = () => { };  in classes
(public_field_definition
  name: (_) @name
  value: [
    (arrow_function)
    (function_expression)
    (generator_function)
  ]) @definition.method

; References
; ----------

; class A extends X
(extends_clause
  value: (identifier) @name) @reference.class

; class A implements X
(implements_clause
  [
    (type_identifier) @name
    (generic_type
      (type_identifier) @name)
  ]) @reference.implementation

; let x: X
(type_identifier) @name @reference.type

; inherits: javascript/shared

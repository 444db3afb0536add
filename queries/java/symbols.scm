; Definitions of Java that list_symbols lists in addition to tags.scm.

; interface X { }
(interface_declaration
  name: (_) @name) @definition.interface

; @interface X { }
(annotation_type_declaration
  name: (_) @name) @definition.interface

; int value() default 1;
(annotation_type_element_declaration
  name: (_) @name) @definition.method

; enum X { }
(enum_declaration
  name: (_) @name) @definition.enum

; A of enum X { A, B(2) }
(enum_constant
  name: (_) @name) @definition.enum_member

; void f();
(method_declaration
  name: (_) @name) @definition.method

; int x, y = 1;
(field_declaration
  declarator: (variable_declarator
    name: (_) @name) @definition.field) @declaration

; int X = 1;  in interfaces
(constant_declaration
  declarator: (variable_declarator
    name: (_) @name) @definition.constant) @declaration

; record X(int a)
(record_declaration
  parameters: (formal_parameters
    (formal_parameter
      name: (_) @name) @definition.field))

[
  (block_comment)
  (line_comment)
] @doc

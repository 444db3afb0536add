; Definitions and references of C. @name of a function is its declarator: "declarators" of language.json leads to the name.

; Classes
; -------

; struct X { };
(struct_specifier
  name: (_) @name
  body: (_)) @definition.class

; union X { };
(union_specifier
  name: (_) @name
  body: (_)) @definition.class

; Functions
; ---------

; int f(void) { }
(function_definition
  declarator: (_) @name) @definition.function

; References
; ----------

; f()
(call_expression
  function: (identifier) @name) @reference.call

; x->f()
(call_expression
  function: (field_expression
    field: (field_identifier) @name)) @reference.call

; size_t x;
(type_identifier) @name @reference.type

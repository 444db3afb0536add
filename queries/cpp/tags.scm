; Definitions of C++.
;
; @name is the declarator or the name as the grammar has it; language.json's
; "declarators" says how to reach the name inside.

; Classes
; -------
; A body makes it a definition: `class X;` and `class X* p` are none.

; class X { };
(class_specifier
  name: (_) @name
  body: (_)) @definition.class

; struct X { };  template <> struct hash<X> { };  struct A::B { };
(struct_specifier
  name: (_) @name
  body: (_)) @definition.class

; union X { };
(union_specifier
  name: (_) @name
  body: (_)) @definition.class

; Functions
; ---------

; int f() { }  int& A::f() { }  A::operator bool() { }  A() try { } catch (...) { }
(function_definition
  declarator: (_) @name
  [
    (compound_statement)
    (try_statement)
    (default_method_clause)
    (delete_method_clause)
  ]) @definition.function

; operator bool() const = delete;  (the grammar has it as a declaration)
(declaration
  declarator: (operator_cast) @name
  default_value: [
    (delete_expression)
    (identifier)
  ]) @definition.function

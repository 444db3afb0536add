; Definitions of C++.
;
; @name is the declarator or the name as the grammar has it; language.json's
; "declarators" says how to reach the name inside. Where several patterns match
; a definition, the last one names it and gives its kind; none is no definition.

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
  declarator: (_) @name) @definition.function

; T (min)() { }  (the grammar has it as a function T that takes a `min` and returns a function)
(function_definition
  declarator: (function_declarator
    declarator: (function_declarator
      parameters: (parameter_list
        .
        (parameter_declaration
          .
          type: (type_identifier) @name
          .)
        .)))) @definition.function

; virtual ~A() = 0;  (a declaration)
(function_definition
  declarator: (_) @name
  (pure_virtual_clause)) @definition.none

; operator bool() const = delete;  (the grammar has it as a declaration)
(declaration
  declarator: (operator_cast) @name
  default_value: (delete_expression)) @definition.function

; operator bool() const = default;
((declaration
  declarator: (operator_cast) @name
  default_value: (identifier) @_default) @definition.function
  (#eq? @_default "default"))

; void f() = delete;  int& f() = delete;  (outside of classes: a variable with an initial value)
(init_declarator
  declarator: [
    (function_declarator)
    (pointer_declarator)
    (reference_declarator)
  ] @name
  value: (delete_expression)) @definition.function

; void f() = default;
((init_declarator
  declarator: [
    (function_declarator)
    (pointer_declarator)
    (reference_declarator)
  ] @name
  value: (identifier) @_default) @definition.function
  (#eq? @_default "default"))

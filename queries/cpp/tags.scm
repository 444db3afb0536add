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

; virtual ~A() = 0;  (a declaration)
(function_definition
  declarator: (_) @name
  (pure_virtual_clause)) @definition.none

; Definitions of C++ that list_symbols lists in addition to tags.scm. Both are compiled as one query; where several
; patterns match a definition, the last one names it and gives its kind.
;
; @declaration is the statement that a definition is part of, where that is more than the definition itself: its
; signature and its comment start there. @declared is the definition in a pattern of its own.

; Kinds of classes
; ----------------

; struct X { };
(struct_specifier
  name: (_) @name
  body: (_)) @definition.struct

; union X { };
(union_specifier
  name: (_) @name
  body: (_)) @definition.union

; Types
; -----

; enum X { };  enum class X : int { };
(enum_specifier
  name: (_) @name
  body: (_)) @definition.enum

; A of enum X { A, B = 2 };
(enumerator
  name: (_) @name) @definition.enumerator

; using X = int;
(alias_declaration
  name: (_) @name) @definition.type

; typedef int X, *Y;
(type_definition
  declarator: (_) @name @definition.type) @declaration

; typedef struct { } X;  (the struct's name, as clang has it)
(type_definition
  type: (struct_specifier
    !name
    body: (_)) @definition.struct
  .
  declarator: (type_identifier) @name) @declaration

(type_definition
  type: (union_specifier
    !name
    body: (_)) @definition.union
  .
  declarator: (type_identifier) @name) @declaration

(type_definition
  type: (enum_specifier
    !name
    body: (_)) @definition.enum
  .
  declarator: (type_identifier) @name) @declaration

; concept X = true;
(concept_definition
  name: (_) @name) @definition.concept

; Namespaces
; ----------

; namespace x { }  namespace x::y { }
(namespace_definition
  name: (_) @name) @definition.namespace

; namespace x = y;
(namespace_alias_definition
  name: (_) @name) @definition.namespace

; using namespace x;  (so that the x of `void x::f() { }` is known for a namespace)
(using_declaration
  "namespace"
  (_) @reference.namespace)

; Functions
; ---------

; friend void f() { }  (no member of the class that it stands in)
(friend_declaration
  (function_definition
    declarator: (_) @name) @definition.friend) @declaration

; Variables
; ---------
; Those inside functions are dropped by their place.

; int x;  int x = 1, *y;  int A::x;
(declaration
  declarator: (_) @name @definition.variable) @declaration

; auto [x, y] = f();
(declaration
  declarator: (init_declarator
    declarator: (structured_binding_declarator) @name) @definition.declaration)

(declaration
  declarator: (init_declarator
    declarator: (structured_binding_declarator
      (identifier) @name @definition.variable))) @declaration

; extern int x;
((declaration
  (storage_class_specifier) @_storage
  declarator: [
    (array_declarator)
    (identifier)
    (pointer_declarator)
    (qualified_identifier)
    (reference_declarator)
  ] @name @definition.declaration)
  (#eq? @_storage "extern"))

; extern "C" int x;
(linkage_specification
  body: (declaration
    declarator: [
      (array_declarator)
      (identifier)
      (pointer_declarator)
      (qualified_identifier)
      (reference_declarator)
    ] @name @definition.declaration))

; int x;  static int x;  int x = 1, *y;  in classes
(field_declaration
  declarator: (_) @name @definition.field) @declaration

; Macros
; ------

; #define X 1
(preproc_def
  name: (_) @name) @definition.macro

; #define X(a) a
(preproc_function_def
  name: (_) @name) @definition.macro_function

; Where statements and comments begin
; -----------------------------------

; template <class T> class X { };
(template_declaration
  [
    (alias_declaration)
    (class_specifier)
    (concept_definition)
    (declaration)
    (friend_declaration)
    (function_definition)
    (struct_specifier)
    (template_declaration)
    (union_specifier)
  ] @declared) @declaration

; class X { } x;  static struct X { } x;
(declaration
  type: [
    (class_specifier)
    (enum_specifier)
    (struct_specifier)
    (union_specifier)
  ] @declared) @declaration

(type_definition
  type: [
    (class_specifier)
    (enum_specifier)
    (struct_specifier)
    (union_specifier)
  ] @declared) @declaration

; What stands above a definition, or behind it on its line
(comment) @doc

; Definitions of C that list_symbols lists in addition to tags.scm. Both are compiled as one query; where several
; patterns match a definition, the last one names it and gives its kind.

; Types
; -----

; struct X { };
(struct_specifier
  name: (_) @name
  body: (_)) @definition.struct

; union X { };
(union_specifier
  name: (_) @name
  body: (_)) @definition.union

; enum X { };
(enum_specifier
  name: (_) @name
  body: (_)) @definition.enum

; A of enum X { A, B = 2 };
(enumerator
  name: (_) @name) @definition.enumerator

; typedef int X, *Y;
(type_definition
  declarator: (_) @name @definition.type) @declaration

; typedef struct { } X;
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

; Variables
; ---------
; Those inside functions are dropped by their place.

; int x;  int x = 1, *y;
(declaration
  declarator: (_) @name @definition.variable) @declaration

; int f(int);  extern int *f(int);
(declaration
  declarator: (_) @name @definition.prototype) @declaration

; extern int x;
((declaration
  (storage_class_specifier) @_storage
  declarator: [
    (array_declarator)
    (identifier)
    (pointer_declarator)
  ] @name @definition.declaration)
  (#eq? @_storage "extern"))

; int x;  int x, *y;  in structs
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

; struct X { } x;
(declaration
  type: [
    (enum_specifier)
    (struct_specifier)
    (union_specifier)
  ] @declared) @declaration

(type_definition
  type: [
    (enum_specifier)
    (struct_specifier)
    (union_specifier)
  ] @declared) @declaration

(comment) @doc

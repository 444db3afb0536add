; Definitions of Python that list_symbols lists in addition to tags.scm. Both are compiled as one query; where several
; patterns match a definition, the last one gives its kind.
;
; @declaration is the statement that a definition is part of, where that is more than the definition itself.

; Docstrings
; ----------

(class_definition
  name: (identifier) @name
  body: (block
    .
    (comment)*
    .
    (expression_statement
      .
      [
        (string)
        (concatenated_string)
      ] @doc
      .))) @definition.class

(function_definition
  name: (identifier) @name
  body: (block
    .
    (comment)*
    .
    (expression_statement
      .
      [
        (string)
        (concatenated_string)
      ] @doc
      .))) @definition.function

; Functions
; ---------

; @property def x(self): ...
((decorated_definition
  (decorator
    (identifier) @_decorator)
  definition: (function_definition
    name: (identifier) @name) @definition.property) @declaration
  (#any-of? @_decorator "abstractproperty" "cached_property" "property"))

; @x.setter def x(self, value): ...  @functools.cached_property def x(self): ...
((decorated_definition
  (decorator
    (attribute
      attribute: (identifier) @_decorator))
  definition: (function_definition
    name: (identifier) @name) @definition.property) @declaration
  (#any-of? @_decorator "abstractproperty" "cached_property" "deleter" "getter" "setter"))

; Variables
; ---------
; Those inside functions are dropped by their place.

; x = 1  x: int  x = y = 1
(assignment
  left: (identifier) @name @definition.variable) @declaration

; x, y = 1, 2  [x, y] = 1, 2  x, (y, *z) = 1, (2, 3)
(assignment
  left: [
    (pattern_list
      (identifier) @name @definition.variable)
    (tuple_pattern
      (identifier) @name @definition.variable)
    (list_pattern
      (identifier) @name @definition.variable)
  ]) @declaration

(assignment
  left: (_
    [
      (list_pattern
        (identifier) @name @definition.variable)
      (list_splat_pattern
        (identifier) @name @definition.variable)
      (tuple_pattern
        (identifier) @name @definition.variable)
      (_
        (list_splat_pattern
          (identifier) @name @definition.variable))
    ])) @declaration

; type X = int
(type_alias_statement
  left: (type
    (identifier) @name)) @definition.type

; type X[T] = list[T]
(type_alias_statement
  left: (type
    (generic_type
      .
      (identifier) @name))) @definition.type

; X: TypeAlias = int
((assignment
  left: (identifier) @name @definition.type
  type: (type) @_type) @declaration
  (#match? @_type "^(typing\\.|t\\.)?TypeAlias$"))

; Where statements begin
; ----------------------

; @decorator class X: ...
(decorated_definition
  definition: (_) @declared) @declaration

; What is left out of signatures
(comment) @comment

; Names that are seen inside of parts of a file of C.

; Scopes
[
  (compound_statement)
  (for_statement)
  (function_definition)
] @local.scope

; Definitions
; int f(int x, int *y)
(parameter_declaration
  declarator: (identifier) @local.definition.parameter)

(parameter_declaration
  declarator: (pointer_declarator
    declarator: (identifier) @local.definition.parameter))

(parameter_declaration
  declarator: (pointer_declarator
    declarator: (pointer_declarator
      declarator: (identifier) @local.definition.parameter)))

(parameter_declaration
  declarator: (array_declarator
    declarator: (identifier) @local.definition.parameter))

; int x;  int *x;  int x[2];
(declaration
  declarator: (identifier) @local.definition.variable)

(declaration
  declarator: (pointer_declarator
    declarator: (identifier) @local.definition.variable))

(declaration
  declarator: (array_declarator
    declarator: (identifier) @local.definition.variable))

; int x = 1;  int *x = 0;  int x[] = { 1 };
(init_declarator
  declarator: (identifier) @local.definition.variable)

(init_declarator
  declarator: (pointer_declarator
    declarator: (identifier) @local.definition.variable))

(init_declarator
  declarator: (pointer_declarator
    declarator: (pointer_declarator
      declarator: (identifier) @local.definition.variable)))

(init_declarator
  declarator: (array_declarator
    declarator: (identifier) @local.definition.variable))

; References
(identifier) @local.reference

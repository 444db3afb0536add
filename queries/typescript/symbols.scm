; Definitions of TypeScript and TSX that list_symbols lists, and tags.scm lacks. Where several patterns match a definition,
; the last one gives its kind.

; Types
; -----

; interface X { }
(interface_declaration
  name: (_) @name) @definition.interface

; type X = string;
(type_alias_declaration
  name: (_) @name) @definition.type

; enum X { }
(enum_declaration
  name: (_) @name) @definition.enum

; A of enum X { A, B = 1 }
(enum_body
  name: (_) @name @definition.enum_member)

(enum_assignment
  name: (_) @name) @definition.enum_member

; namespace X { }  declare module "x" { }
(internal_module
  name: [
    (identifier)
    (nested_identifier)
  ] @name) @definition.namespace

(module
  name: (string
    (string_fragment) @name)) @definition.namespace

(module
  name: [
    (identifier)
    (nested_identifier)
  ] @name) @definition.namespace

; Members
; -------

; f(): void;  in interfaces
(interface_body
  (method_signature
    name: (_) @name) @definition.method)

; type X = { x: string; f(): void };
(type_alias_declaration
  value: (object_type
    (property_signature
      name: (_) @name) @definition.field))

(type_alias_declaration
  value: (object_type
    (method_signature
      name: (_) @name) @definition.method))

; x: string;  in interfaces
(interface_body
  (property_signature
    name: (_) @name) @definition.field)

; abstract f(): void;
(abstract_method_signature
  name: (_) @name) @definition.method

; constructor(private x: string)
(required_parameter
  (accessibility_modifier)
  pattern: (identifier) @name) @definition.parameter_field

(optional_parameter
  (accessibility_modifier)
  pattern: (identifier) @name) @definition.parameter_field

(required_parameter
  "readonly"
  pattern: (identifier) @name) @definition.parameter_field

; declare function f(): void;
(ambient_declaration
  (function_signature
    name: (_) @name) @definition.function)

; declare module "x" { function f(): void; }
(ambient_declaration
  (internal_module
    body: (statement_block
      (function_signature
        name: (_) @name) @definition.function)))

(ambient_declaration
  (internal_module
    body: (statement_block
      (export_statement
        (function_signature
          name: (_) @name) @definition.function))))

(ambient_declaration
  (module
    body: (statement_block
      (function_signature
        name: (_) @name) @definition.function)))

(ambient_declaration
  (module
    body: (statement_block
      (export_statement
        (function_signature
          name: (_) @name) @definition.function))))

; Variables
; ---------
; Only variables of the file and of namespaces: a variable of a function or a block is a local.

; let x = 1;  in namespaces
(internal_module
  body: (statement_block
    [
      (lexical_declaration
        (variable_declarator
          name: (identifier) @name) @definition.variable)
      (variable_declaration
        (variable_declarator
          name: (identifier) @name) @definition.variable)
    ] @declaration))

(internal_module
  body: (statement_block
    (export_statement
      declaration: [
        (lexical_declaration
          (variable_declarator
            name: (identifier) @name) @definition.variable)
        (variable_declaration
          (variable_declarator
            name: (identifier) @name) @definition.variable)
      ] @declaration)))

(internal_module
  body: (statement_block
    (lexical_declaration
      "const"
      (variable_declarator
        name: (identifier) @name) @definition.constant) @declaration))

(internal_module
  body: (statement_block
    (export_statement
      declaration: (lexical_declaration
        "const"
        (variable_declarator
          name: (identifier) @name) @definition.constant) @declaration)))

; let x: string;  in declare module "x" { }
(module
  body: (statement_block
    [
      (lexical_declaration
        (variable_declarator
          name: (identifier) @name) @definition.variable)
      (variable_declaration
        (variable_declarator
          name: (identifier) @name) @definition.variable)
    ] @declaration))

(module
  body: (statement_block
    (export_statement
      declaration: [
        (lexical_declaration
          (variable_declarator
            name: (identifier) @name) @definition.variable)
        (variable_declaration
          (variable_declarator
            name: (identifier) @name) @definition.variable)
      ] @declaration)))

(module
  body: (statement_block
    (lexical_declaration
      "const"
      (variable_declarator
        name: (identifier) @name) @definition.constant) @declaration))

(module
  body: (statement_block
    (export_statement
      declaration: (lexical_declaration
        "const"
        (variable_declarator
          name: (identifier) @name) @definition.constant) @declaration)))

; declare let x: string;
(ambient_declaration
  [
    (lexical_declaration
      (variable_declarator
        name: (identifier) @name) @definition.variable)
    (variable_declaration
      (variable_declarator
        name: (identifier) @name) @definition.variable)
  ] @declaration)

(ambient_declaration
  (lexical_declaration
    "const"
    (variable_declarator
      name: (identifier) @name) @definition.constant) @declaration)

; x = 1;  static #x;  in classes
(public_field_definition
  name: [
    (private_property_identifier)
    (property_identifier)
  ] @name) @definition.field

; f = () => { };  in classes
(public_field_definition
  name: [
    (private_property_identifier)
    (property_identifier)
  ] @name
  value: [
    (arrow_function)
    (function_expression)
    (generator_function)
  ]) @definition.method

; inherits: javascript/shared

; Definitions of JavaScript that list_symbols lists besides those of tags.scm. Where several patterns match a definition,
; the last one gives its kind.

; Variables
; ---------
; Those of the file alone: what a function or a block has inside is a local.

; let x = 1;  var x, y;
(program
  [
    (lexical_declaration
      (variable_declarator
        name: (identifier) @name) @definition.variable)
    (variable_declaration
      (variable_declarator
        name: (identifier) @name) @definition.variable)
  ] @declaration)

; export let x = 1;
(program
  (export_statement
    declaration: [
      (lexical_declaration
        (variable_declarator
          name: (identifier) @name) @definition.variable)
      (variable_declaration
        (variable_declarator
          name: (identifier) @name) @definition.variable)
    ] @declaration))

; const x = 1;
(program
  (lexical_declaration
    "const"
    (variable_declarator
      name: (identifier) @name) @definition.constant) @declaration)

; export const x = 1;
(program
  (export_statement
    declaration: (lexical_declaration
      "const"
      (variable_declarator
        name: (identifier) @name) @definition.constant) @declaration))

; const f = () => { };
(variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function)
    (function_expression)
    (generator_function)
  ]) @definition.function

; const X = class { };
(variable_declarator
  name: (identifier) @name
  value: (class)) @definition.class

; x = 1;  static #x;  in classes
(field_definition
  property: [
    (private_property_identifier)
    (property_identifier)
  ] @name) @definition.field

; f = () => { };  in classes
(field_definition
  property: [
    (private_property_identifier)
    (property_identifier)
  ] @name
  value: [
    (arrow_function)
    (function_expression)
    (generator_function)
  ]) @definition.method

; get x() { }  set x(a) { }
(class_body
  (method_definition
    [
      "get"
      "set"
    ]
    name: [
      (private_property_identifier)
      (property_identifier)
    ] @name) @definition.property)

; Where statements and comments begin
; -----------------------------------

; export class X { }  export default function f() { }
(export_statement
  declaration: (_) @declared) @declaration

(comment) @doc

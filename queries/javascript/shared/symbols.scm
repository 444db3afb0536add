; Definitions of JavaScript, TypeScript and TSX that list_symbols lists, and tags.scm lacks.

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

; export class X { }  export default function f() { }
(export_statement
  declaration: (_) @declared) @declaration

(comment) @doc

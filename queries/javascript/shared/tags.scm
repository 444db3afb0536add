; Definitions and references of JavaScript, TypeScript and TSX.

; class X { }
(class_declaration
  name: (_) @name) @definition.class

; const X = class { };
(variable_declarator
  name: (identifier) @name
  value: (class)) @definition.class

; function f() { }
(function_declaration
  name: (_) @name) @definition.function

; function* f() { }
(generator_function_declaration
  name: (_) @name) @definition.function

; const f = () => { };  const f = function () { };
(variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function)
    (function_expression)
    (generator_function)
  ]) @definition.function

; f() { }  get f() { }  static #f() { }  in classes
(class_body
  (method_definition
    name: [
      (private_property_identifier)
      (property_identifier)
    ] @name) @definition.method)

; f() { }  "f"() { }  of an object
(object
  (method_definition
    name: (property_identifier) @name) @definition.method)

(object
  (method_definition
    name: (string
      (string_fragment) @name)) @definition.method)

; f: function () { }  f: () => { }
(pair
  key: (property_identifier) @name
  value: [
    (arrow_function)
    (function_expression)
    (generator_function)
  ]) @definition.method

; "f": function () { }
(pair
  key: (string
    (string_fragment) @name)
  value: [
    (arrow_function)
    (function_expression)
    (generator_function)
  ]) @definition.method

; exports.f = function () { };  x.f = () => { };
(assignment_expression
  left: (member_expression
    property: (property_identifier) @name)
  right: [
    (arrow_function)
    (function_expression)
    (generator_function)
  ]) @definition.function

; x.f = function () { };
(assignment_expression
  left: (member_expression
    object: (identifier) @container
    property: (property_identifier) @name)
  right: [
    (arrow_function)
    (function_expression)
    (generator_function)
  ]) @definition.function

; exports.f = function () { };
((assignment_expression
  left: (member_expression
    object: (identifier) @_exports
    property: (property_identifier) @name)
  right: [
    (arrow_function)
    (function_expression)
    (generator_function)
  ]) @definition.function
  (#eq? @_exports "exports"))

; module.exports = function f() { };
((assignment_expression
  left: (member_expression
    object: (identifier) @_module
    property: (property_identifier) @_exports)
  right: (function_expression
    name: (identifier) @name)) @definition.function
  (#eq? @_module "module")
  (#eq? @_exports "exports"))

; X.prototype.f = function () { };
((assignment_expression
  left: (member_expression
    object: (member_expression
      object: (identifier) @container
      property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [
    (arrow_function)
    (function_expression)
    (generator_function)
  ]) @definition.method
  (#eq? @_prototype "prototype"))

; References
; ----------

; f()
(call_expression
  function: (identifier) @name) @reference.call

; a.f()  a?.f()
(call_expression
  function: (member_expression
    property: (_) @name)) @reference.call

; new X()
(new_expression
  constructor: [
    (identifier) @name
    (member_expression
      property: (_) @name)
  ]) @reference.class

; import { f } from "./a.js";
(import_specifier
  name: (identifier) @name) @reference.module

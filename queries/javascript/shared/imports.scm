; The names that imports and exports of JavaScript, TypeScript and TSX give.

; import x from "./a.js";
((import_statement
  (import_clause
    (identifier) @binding)
  source: (string) @binding.source)
  (#set! binding.of "default"))

; import { x } from "./a.js";
(import_statement
  (import_clause
    (named_imports
      (import_specifier
        !alias
        name: (_) @binding @binding.of)))
  source: (string) @binding.source)

; import { x as y } from "./a.js";
(import_statement
  (import_clause
    (named_imports
      (import_specifier
        name: (_) @binding.of
        alias: (_) @binding)))
  source: (string) @binding.source)

; import * as x from "./a.js";
(import_statement
  (import_clause
    (namespace_import
      (identifier) @binding))
  source: (string) @binding.source)

; export { x } from "./a.js";
((export_statement
  (export_clause
    (export_specifier
      !alias
      name: (_) @binding @binding.of))
  source: (string) @binding.source)
  (#set! binding.exported "true"))

; export { x as y } from "./a.js";
((export_statement
  (export_clause
    (export_specifier
      name: (_) @binding.of
      alias: (_) @binding))
  source: (string) @binding.source)
  (#set! binding.exported "true"))

; export * from "./a.js";
((export_statement
  "*" @binding
  source: (string) @binding.source)
  (#set! binding.of "*")
  (#set! binding.exported "true"))

; export * as x from "./a.js";
((export_statement
  (namespace_export
    (_) @binding)
  source: (string) @binding.source)
  (#set! binding.exported "true"))

; export { x };
((export_statement
  (export_clause
    (export_specifier
      !alias
      name: (_) @binding @binding.of))
  !source)
  (#set! binding.exported "true"))

; export { x as y };
((export_statement
  (export_clause
    (export_specifier
      name: (_) @binding.of
      alias: (_) @binding))
  !source)
  (#set! binding.exported "true"))

; export default x;
((export_statement
  "default" @binding
  value: (identifier) @binding.of)
  (#set! binding.exported "true"))

; export default function x() { }  export default class x { }
((export_statement
  "default" @binding
  declaration: (_
    name: (_) @binding.of))
  (#set! binding.exported "true"))

; module.exports = x;
((assignment_expression
  left: (member_expression
    object: (identifier) @_module
    property: (property_identifier) @binding)
  right: (identifier) @binding.of)
  (#eq? @_module "module")
  (#eq? @binding "exports")
  (#set! binding.name "export=")
  (#set! binding.exported "true"))

; module.exports = { x, y: z };
((assignment_expression
  left: (member_expression
    object: (identifier) @_module
    property: (property_identifier) @_exports)
  right: (object
    (shorthand_property_identifier) @binding @binding.of))
  (#eq? @_module "module")
  (#eq? @_exports "exports")
  (#set! binding.exported "true"))

((assignment_expression
  left: (member_expression
    object: (identifier) @_module
    property: (property_identifier) @_exports)
  right: (object
    (pair
      key: (property_identifier) @binding
      value: (identifier) @binding.of)))
  (#eq? @_module "module")
  (#eq? @_exports "exports")
  (#set! binding.exported "true"))

; exports.x = y;
((assignment_expression
  left: (member_expression
    object: (identifier) @_exports
    property: (property_identifier) @binding)
  right: (identifier) @binding.of)
  (#eq? @_exports "exports")
  (#set! binding.exported "true"))

; module.exports.x = y;
((assignment_expression
  left: (member_expression
    object: (member_expression
      object: (identifier) @_module
      property: (property_identifier) @_exports)
    property: (property_identifier) @binding)
  right: (identifier) @binding.of)
  (#eq? @_module "module")
  (#eq? @_exports "exports")
  (#set! binding.exported "true"))

; const { x, y: z } = require("./a.js");
((program
  (_
    (variable_declarator
      name: (object_pattern
        (shorthand_property_identifier_pattern) @binding @binding.of)
      value: (call_expression
        function: (identifier) @_require
        arguments: (arguments
          .
          (string) @binding.source
          .)))))
  (#eq? @_require "require"))

((program
  (_
    (variable_declarator
      name: (object_pattern
        (pair_pattern
          key: (property_identifier) @binding.of
          value: (identifier) @binding))
      value: (call_expression
        function: (identifier) @_require
        arguments: (arguments
          .
          (string) @binding.source
          .)))))
  (#eq? @_require "require"))

; const x = require("./a.js").y;
((program
  (_
    (variable_declarator
      name: (identifier) @binding
      value: (member_expression
        object: (call_expression
          function: (identifier) @_require
          arguments: (arguments
            .
            (string) @binding.source
            .))
        property: (property_identifier) @binding.of))))
  (#eq? @_require "require"))

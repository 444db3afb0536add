; Names that are seen inside of parts of a file of TypeScript or TSX.

; Scopes
[
  (abstract_class_declaration)
  (abstract_method_signature)
  (call_signature)
  (class)
  (class_declaration)
  (construct_signature)
  (constructor_type)
  (function_signature)
  (function_type)
  (interface_declaration)
  (method_signature)
  (type_alias_declaration)
] @local.scope

; Definitions
; function f(x: string, y?: number)
(required_parameter
  pattern: (identifier) @local.definition.parameter)

(optional_parameter
  pattern: (identifier) @local.definition.parameter)

; class X { }
((class_declaration
  name: (type_identifier) @local.definition.class)
  (#set! definition.class.scope "parent"))

(abstract_class_declaration
  name: (type_identifier) @local.definition.class)

; interface X { }  type X = string;  enum X { }
((interface_declaration
  name: (type_identifier) @local.definition.interface)
  (#set! definition.interface.scope "parent"))

((type_alias_declaration
  name: (type_identifier) @local.definition.type)
  (#set! definition.type.scope "parent"))

(enum_declaration
  name: (identifier) @local.definition.enum)

; <T>
(type_parameter
  name: (type_identifier) @local.definition.type_parameter)

; import x = require("y");
(import_require_clause
  (identifier) @local.definition.import)

; References
(type_identifier) @local.reference

; inherits: javascript/shared

; Names that are seen inside of parts of a file of JavaScript.

; function f(x, y = 1)
(formal_parameters
  (identifier) @local.definition.parameter)

(formal_parameters
  (assignment_pattern
    left: (identifier) @local.definition.parameter))

; class X { }
(class_declaration
  name: (identifier) @local.definition.class)

; inherits: javascript/shared

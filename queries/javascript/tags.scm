; Definitions and references of JavaScript.

; f = () => { };  in classes
(field_definition
  property: (_) @name
  value: [
    (arrow_function)
    (function_expression)
    (generator_function)
  ]) @definition.method

; class A extends X
(class_heritage
  (identifier) @name) @reference.class

; inherits: javascript/shared

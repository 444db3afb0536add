; Definitions of JavaScript that list_symbols lists, and tags.scm lacks. Where several patterns match a definition,
; the last one gives its kind.

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

; inherits: javascript/shared

; Definitions and references of Java.

; class X { }
(class_declaration
  name: (_) @name) @definition.class

; record X(int a) { }
(record_declaration
  name: (_) @name) @definition.class

; void f() { }
(method_declaration
  name: (_) @name
  body: (_)) @definition.method

; native void f();
((method_declaration
  (modifiers
    "native")
  name: (_) @name) @definition.method)

; X() { }
(constructor_declaration
  name: (_) @name) @definition.constructor

; X { }  of a record
(compact_constructor_declaration
  name: (_) @name) @definition.constructor

; References
; ----------

; f()  x.f()
(method_invocation
  name: (identifier) @name) @reference.call

; new X()
(object_creation_expression
  type: [
    (type_identifier) @name
    (generic_type
      (type_identifier) @name)
  ]) @reference.class

; class A extends X
(superclass
  [
    (type_identifier) @name
    (generic_type
      (type_identifier) @name)
  ]) @reference.class

; class A implements X, Y
(type_list
  [
    (type_identifier) @name
    (generic_type
      (type_identifier) @name)
  ]) @reference.implementation

; X x;
(type_identifier) @name @reference.type

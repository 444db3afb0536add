; Definitions of Python.

; class X: ...
(class_definition
  name: (identifier) @name) @definition.class

; def f(): ...  async def f(): ...
(function_definition
  name: (identifier) @name) @definition.function

; severity: warning
; message: typedef: use using {name} = …
; same-as: modernize-use-using
; on: no
; good: using A = int;
; good: struct A {};
; bad: typedef int A;
; bad: typedef struct B C;

(type_definition
  "typedef" @report
  declarator: (type_identifier) @name)

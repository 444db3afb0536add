; severity: warning
; message: Types are compared: use is, or isinstance
; same-as: E721
; on: no
; good: type(x) is int
; good: isinstance(x, int)
; good: x.type() == y
; bad: type(x) == int
; bad: int != type(x)
; bad: type(x) == type(y)

((comparison_operator
  (call
    function: (identifier) @_type)
  .
  operators: ["==" "!="]) @report
  (#eq? @_type "type"))

((comparison_operator
  operators: ["==" "!="]
  .
  (call
    function: (identifier) @_type)) @report
  (#eq? @_type "type"))

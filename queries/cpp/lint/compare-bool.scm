; severity: warning
; message: A comparison with {value}: test the value itself
; same-as: readability-simplify-boolean-expr
; on: no
; good: bool f(bool x) { return x; }
; good: bool x = true;
; good: bool f(BOOL x) { return x == TRUE; }
; bad: bool f(bool x) { return x == true; }
; bad: bool f(bool x) { return false != x; }

((binary_expression
  operator: ["==" "!="] @report
  right: [(true) (false)] @value)
  (#any-of? @value "true" "false"))

((binary_expression
  left: [(true) (false)] @value
  operator: ["==" "!="] @report)
  (#any-of? @value "true" "false"))

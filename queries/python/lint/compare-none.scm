; severity: warning
; message: {report} with None: use is or is not
; same-as: E711
; good: x is None
; good: x is not None
; good: x = None
; good: f(x=None)
; bad: x == None
; bad: None != x
; bad: if x.y == None: pass

(comparison_operator
  operators: ["==" "!="] @report
  .
  (none))

(comparison_operator
  (none)
  .
  operators: ["==" "!="] @report)

; severity: warning
; message: {report} with a truth value: test the value itself
; same-as: E712
; on: no
; good: x is True
; good: if x: pass
; good: x = True
; bad: x == True
; bad: False != x

(comparison_operator
  operators: ["==" "!="] @report
  .
  [(true) (false)])

(comparison_operator
  [(true) (false)]
  .
  operators: ["==" "!="] @report)

; severity: warning
; message: assert False is left out with -O: raise AssertionError
; same-as: B011
; on: no
; good: assert x
; good: assert not False
; good: raise AssertionError
; bad: assert False
; bad: assert False, "m"

(assert_statement
  .
  (false) @report)

; severity: error
; message: An assert of a tuple always holds: leave out the parentheses
; same-as: F631
; good: assert x, "m"
; good: assert (x)
; good: assert ()
; good: assert f((1, 2))
; bad: assert (x, "m")
; bad: assert (x,)

(assert_statement
  .
  (tuple
    (_)) @report)

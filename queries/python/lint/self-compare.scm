; severity: warning
; message: {left} is compared with itself
; same-as: PLR0124
; good: x == y
; good: x.y == x.z
; good: f() == f()
; good: x < y < x
; bad: x == x
; bad: x.y is x.y
; bad: if x != x: pass

((comparison_operator
  .
  [(identifier) (attribute)] @left
  .
  ["==" "!=" "<" "<=" ">" ">=" "is" "is not" "in" "not in"]
  .
  [(identifier) (attribute)] @_right
  .) @report
  (#eq? @left @_right))

; severity: warning
; message: not with in: use not in
; same-as: E713
; on: no
; good: x not in y
; good: not x
; good: not (x in y in z)
; good: not (x in y and z)
; bad: not x in y
; bad: not (x in y)

(not_operator
  argument: (comparison_operator
    .
    (_)
    .
    operators: "in"
    .
    (_)
    .)) @report

(not_operator
  argument: (parenthesized_expression
    (comparison_operator
      .
      (_)
      .
      operators: "in"
      .
      (_)
      .))) @report

; severity: warning
; message: not with is: use is not
; same-as: E714
; on: no
; good: x is not y
; good: not x
; good: not (x is y is z)
; good: not (x is y and z)
; bad: not x is y
; bad: not (x is y)

(not_operator
  argument: (comparison_operator
    .
    (_)
    .
    operators: "is"
    .
    (_)
    .)) @report

(not_operator
  argument: (parenthesized_expression
    (comparison_operator
      .
      (_)
      .
      operators: "is"
      .
      (_)
      .))) @report

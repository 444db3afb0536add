; severity: error
; message: {report} compares identity, which for a literal depends on the interpreter: use == or !=
; same-as: F632
; good: x is None
; good: x is not y
; good: x == 1
; good: x is True
; good: x is f("a")
; bad: x is 1
; bad: x is not "a"
; bad: () is x
; bad: x is -1
; bad: x is []

(comparison_operator
  operators: ["is" "is not"] @report
  .
  [(string) (concatenated_string) (integer) (float) (list) (dictionary) (set) (tuple) (unary_operator argument: [(integer) (float)])])

(comparison_operator
  [(string) (concatenated_string) (integer) (float) (list) (dictionary) (set) (tuple) (unary_operator argument: [(integer) (float)])]
  .
  operators: ["is" "is not"] @report)

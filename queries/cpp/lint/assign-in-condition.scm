; severity: warning
; message: {report} assigns in a condition: was == meant?
; same-as: bugprone-assignment-in-if-condition
; good: void f() { if (x == y) {} }
; good: void f() { if ((x = y)) {} }
; good: void f() { if (auto x = y) {} }
; good: void f() { if (x += y) {} }
; good: void f() { while (x = g()) {} }
; bad: void f() { if (x = y) {} }
; bad: void f() { if (x = g()) {} }
; bad: void f() { while (x = 1) {} }

(if_statement
  condition: (condition_clause
    value: (assignment_expression
      operator: "=") @report))

(while_statement
  condition: (condition_clause
    value: (assignment_expression
      operator: "="
      right: [(identifier) (number_literal) (true) (false) (null)]) @report))

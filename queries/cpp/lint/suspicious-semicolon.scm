; severity: warning
; message: ; is the whole body of this statement
; same-as: bugprone-suspicious-semicolon
; good: void f() { if (x) g(); }
; good: void f() { while (x()); g(); }
; good: void f() { for (;;); }
; good: void f() { if (x) ; else g(); }
; bad: void f() { if (x); }
; bad: void f() { while (x); { g(); } }
; bad: void f() { for (;;); { g(); } }

((if_statement
  consequence: (expression_statement) @report
  !alternative)
  (#eq? @report ";"))

; for (;;); { … }
((compound_statement
  (for_statement
    body: (expression_statement) @report)
  .
  (compound_statement))
  (#eq? @report ";"))

((compound_statement
  (while_statement
    body: (expression_statement) @report)
  .
  (compound_statement))
  (#eq? @report ";"))

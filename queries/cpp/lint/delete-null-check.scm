; severity: warning
; message: delete of a null pointer does nothing: the test of {pointer} is not needed
; same-as: readability-delete-null-pointer
; good: void f(int* p) { delete p; }
; good: void f(int* p, int* q) { if (p) delete q; }
; good: void f(int* p) { if (p) { delete p; p = 0; } }
; good: void f(int* p) { if (p) delete p; else g(); }
; bad: void f(int* p) { if (p) delete p; }
; bad: void f(int* p) { if (p) { delete p; } }
; bad: void f(int* p) { if (p != nullptr) delete[] p; }
; bad: void f(int* p) { if (p != 0) { delete p; } }

((if_statement
  "if" @report
  condition: (condition_clause
    value: (identifier) @pointer)
  consequence: [(expression_statement (delete_expression (identifier) @_deleted)) (compound_statement . (expression_statement (delete_expression (identifier) @_deleted)) .)]
  !alternative)
  (#eq? @pointer @_deleted))

((if_statement
  "if" @report
  condition: (condition_clause
    value: (binary_expression
      left: (identifier) @pointer
      operator: "!="
      right: [(null) (number_literal)]))
  consequence: [(expression_statement (delete_expression (identifier) @_deleted)) (compound_statement . (expression_statement (delete_expression (identifier) @_deleted)) .)]
  !alternative)
  (#eq? @pointer @_deleted))

; x != x is left out, since it tests for NaN; so is what stands in arguments, which a macro may have.
;
; severity: warning
; message: Both operands are {left}
; same-as: misc-redundant-expression
; good: bool f(int x, int y) { return x == y; }
; good: bool f(double x) { return x != x; }
; good: int f(int x) { return x * x + x; }
; good: void f() { g(x == x); }
; good: bool b = a.x == b.x;
; bad: bool f(int x) { return x == x; }
; bad: bool f(A a) { return a.x && a.x; }
; bad: int f(int x) { return x - x; }

((binary_expression
  left: [(identifier) (field_expression) (qualified_identifier)] @left
  operator: ["==" "<" "<=" ">" ">=" "&&" "||" "-" "/" "%" "&" "|" "^"]
  right: [(identifier) (field_expression) (qualified_identifier)] @_right) @report
  (#eq? @left @_right)
  (#not-has-ancestor? @report argument_list template_argument_list))

; severity: warning
; message: A pointer is thrown: throw the object
; same-as: misc-throw-by-value-catch-by-reference
; good: void f() { throw E(); }
; good: void f() { throw; }
; good: void f() { throw g(new E()); }
; bad: void f() { throw new E(); }
; bad: void f() { throw new std::runtime_error("x"); }

(throw_statement
  "throw" @report
  .
  (new_expression))

; severity: warning
; message: endl also flushes the stream: write '\n'
; same-as: performance-avoid-endl
; on: no
; good: void f() { std::cout << '\n'; }
; good: void f() { std::cout << std::flush; }
; bad: void f() { std::cout << 1 << std::endl; }
; bad: void f() { cout << endl; }

((binary_expression
  operator: "<<"
  right: [(identifier) (qualified_identifier)] @report)
  (#any-of? @report "endl" "std::endl"))

; severity: warning
; message: goto {label}
; same-as: cppcoreguidelines-avoid-goto, hicpp-avoid-goto
; on: no
; good: void f() { return; }
; good: void f() { a: g(); }
; bad: void f() { goto a; a: g(); }

(goto_statement
  "goto" @report
  label: (_) @label)

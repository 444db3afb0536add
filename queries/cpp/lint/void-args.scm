; severity: warning
; message: (void) is the same as () in C++
; same-as: modernize-redundant-void-arg
; on: no
; good: int f();
; good: int f(void* p);
; good: int f(int);
; bad: int f(void);
; bad: struct A { A(void); };

((parameter_list
  .
  (parameter_declaration
    type: (primitive_type) @report
    !declarator)
  .)
  (#eq? @report "void"))

; severity: warning
; message: NULL: use nullptr
; same-as: modernize-use-nullptr
; good: int* p = nullptr;
; good: const char* s = "NULL";
; good: int* p = 0;
; bad: int* p = NULL;
; bad: bool f(int* p) { return p == NULL; }

((null) @report
  (#eq? @report "NULL"))

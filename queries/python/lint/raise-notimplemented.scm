; severity: error
; message: NotImplemented is no exception: raise NotImplementedError
; same-as: F901
; good: raise NotImplementedError
; good: return NotImplemented
; good: raise NotImplementedError()
; good: raise x from NotImplemented
; bad: raise NotImplemented
; bad: raise NotImplemented("x")

((raise_statement
  .
  (identifier) @report)
  (#eq? @report "NotImplemented"))

((raise_statement
  .
  (call
    function: (identifier) @report))
  (#eq? @report "NotImplemented"))

; severity: warning
; message: except without a class also takes SystemExit and KeyboardInterrupt
; same-as: E722
; good:
;   try:
;       f()
;   except Exception:
;       pass
; good:
;   try:
;       f()
;   except:
;       g()
;       raise
; bad:
;   try:
;       f()
;   except:
;       pass
; bad:
;   try:
;       f()
;   except:  # at shutdown
;       pass
; bad:
;   try:
;       f()
;   except:
;       if x:
;           raise

((except_clause
  "except" @report
  .
  ":"
  (block) @_body)
  (#not-has-child? @_body raise_statement))

; severity: warning
; message: An exception is ignored: say why, or name what is expected
; same-as: S110
; on: no
; good:
;   try:
;       f()
;   except KeyError:
;       pass
; good:
;   try:
;       f()
;   except Exception:
;       log()
; bad:
;   try:
;       f()
;   except:
;       pass
; bad:
;   try:
;       f()
;   except Exception as e:
;       pass
; bad:
;   try:
;       f()
;   except BaseException:
;       pass

(except_clause
  "except" @report
  .
  ":"
  .
  (block
    .
    (pass_statement)
    .))

((except_clause
  "except" @report
  .
  value: (identifier) @_name
  (block
    .
    (pass_statement)
    .))
  (#any-of? @_name "Exception" "BaseException"))

((except_clause
  "except" @report
  .
  value: (as_pattern
    .
    (identifier) @_name)
  (block
    .
    (pass_statement)
    .))
  (#any-of? @_name "Exception" "BaseException"))

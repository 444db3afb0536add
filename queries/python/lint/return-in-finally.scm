; severity: warning
; message: {report} in finally discards an exception that is raised
; same-as: B012
; good:
;   try:
;       f()
;   finally:
;       g()
; good:
;   def f():
;       try:
;           return 1
;       finally:
;           for x in y:
;               break
; good:
;   def f():
;       try:
;           g()
;       finally:
;           def h(): return 1
; bad:
;   def f():
;       try:
;           g()
;       finally:
;           return 1
; bad:
;   for x in y:
;       try:
;           g()
;       finally:
;           if x:
;               break

((return_statement
  "return" @report)
  (#nearest-ancestor? @report finally_clause function_definition class_definition lambda))

([
  (break_statement)
  (continue_statement)
] @report
  (#nearest-ancestor? @report finally_clause for_statement while_statement function_definition class_definition))

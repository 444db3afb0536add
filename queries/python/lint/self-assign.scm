; severity: warning
; message: {report} is assigned to itself
; same-as: PLW0127
; good: x = y
; good: x: int = x
; good:
;   class A:
;       x = x
; good: x = x + 1
; good: x, y = y, x
; bad: x = x
; bad:
;   def f(a):
;       if a:
;           a = a
; bad:
;   class A:
;       def f(self, a):
;           a = a

((assignment
  left: (identifier) @report
  !type
  right: (identifier) @_right)
  (#eq? @report @_right)
  (#not-nearest-ancestor? @report class_definition function_definition lambda))

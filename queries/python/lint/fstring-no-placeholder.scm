; severity: warning
; message: An f-string without a placeholder: leave out the f
; same-as: F541
; good: "a"
; good: f"{x}"
; good: "a" f"{x}"
; good: f"a" f"{x}"
; good: rb"a"
; bad: f"a"
; bad: rf"a"
; bad: "a" f"b"
; bad: F'{{}}'

((string
  (string_start) @_start) @report
  (#match? @_start "^[rR]?[fF]")
  (#not-has-child? @report interpolation)
  (#not-has-parent? @report concatenated_string))

((concatenated_string
  (string
    (string_start) @_start)) @report
  (#match? @_start "^[rR]?[fF]")
  (#not-has-descendant? @report interpolation))

; severity: warning
; message: import * hides which names there are
; same-as: F403
; on: no
; good: from a import b
; good: import a
; bad: from a import *

(import_from_statement
  (wildcard_import) @report)

; inherits: javascript
; inherits: javascript/shared

; import x = require("./a");
(import_statement
  (import_require_clause
    source: (string) @import.path)) @import

((import_statement
  (import_require_clause
    (identifier) @binding
    source: (string) @binding.source))
  (#set! binding.of "export="))

; export = x;
((export_statement
  "=" @binding
  (identifier) @binding.of)
  (#set! binding.name "export=")
  (#set! binding.exported "true"))

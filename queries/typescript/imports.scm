; inherits: javascript

; import x = require("./a");
(import_statement
  (import_require_clause
    source: (string) @import.path)) @import

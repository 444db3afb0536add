; import x from "./a.js";  import "./a.js";
(import_statement
  source: (string) @import.path) @import

; export { x } from "./a.js";
(export_statement
  source: (string) @import.path) @import

; const x = require("./a");
((call_expression
  function: (identifier) @_require
  arguments: (arguments
    .
    (string) @import.path
    .)) @import
  (#eq? @_require "require"))

; inherits: javascript/shared

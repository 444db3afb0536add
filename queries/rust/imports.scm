; use a::b;  use a::{b, c::d};
(use_declaration
  argument: (_) @import.path) @import

; extern crate a;
(extern_crate_declaration) @import

; mod x;  (no import, but the name of a file)
(mod_item
  !body
  name: (_) @import.module)

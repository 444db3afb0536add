; use a::b;  use a::{b, c::d};
(use_declaration
  argument: (_) @import.path) @import

; extern crate a;  extern crate a as b;
(extern_crate_declaration
  name: (identifier) @import.path
  alias: (identifier)? @import.name) @import

; impl X for Y
(impl_item
  trait: (_) @import.implements
  type: (_) @import.name)

; impl X { }
(impl_item
  !trait
  type: (_) @import.implements)

; mod x;  (no import, but the name of a file)
(mod_item
  !body
  name: (_) @import.module)

; import a.b.C;  import static a.b.C.x;  import a.b.*;
(import_declaration
  [
    (identifier)
    (scoped_identifier)
  ] @import.path
  (asterisk)? @import.name) @import

; package a.b;
(package_declaration
  [
    (identifier)
    (scoped_identifier)
  ] @import.package)

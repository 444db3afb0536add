; import a.b.C;  import static a.b.C.x;  import a.b.*;
(import_declaration
  [
    (identifier)
    (scoped_identifier)
  ] @import.path) @import

; import "fmt"  import f "fmt"  import . "fmt"
(import_spec
  name: (_)? @import.name
  path: (_) @import.path) @import

; package fmt
(package_clause
  (package_identifier) @import.package)

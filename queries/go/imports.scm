; import "fmt"  import f "fmt"
(import_spec
  path: (_) @import.path) @import

; #include "a.h"  #include <stdio.h>
(preproc_include
  path: [
    (string_literal)
    (system_lib_string)
  ] @import.path) @import

; #include HEADER  #include HEADER(a)
(preproc_include
  path: [
    (call_expression)
    (identifier)
  ]) @import

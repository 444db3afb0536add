; #include "a.h"  #include <stdio.h>  #include HEADER
(preproc_include
  path: (_) @import.path) @import

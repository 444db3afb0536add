; #include <vector>
(preproc_include) @import

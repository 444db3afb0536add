; severity: warning
; message: using namespace in a header is seen by all that include it
; same-as: google-global-names-in-headers
; in: headers
; good: using a::b;
; good: namespace c { using a::b; }
; good: inline void f() { using namespace a; }
; bad: using namespace std;
; bad: namespace b { using namespace a; }

((using_declaration
  "using" @report
  .
  "namespace")
  (#not-has-ancestor? @report compound_statement))

; severity: warning
; message: An unnamed namespace in a header makes a copy in each file that includes it
; same-as: google-build-namespaces, cert-dcl59-cpp
; in: headers
; good: namespace a { int b; }
; good: namespace a = b;
; bad: namespace { int b; }
; bad: namespace a { namespace { int b; } }

(namespace_definition
  "namespace" @report
  !name)

; severity: warning
; message: An exception is ignored: say why in a comment, or handle it
; same-as: bugprone-empty-catch
; good: void f() { try { g(); } catch (...) { h(); } }
; good: void f() { try { g(); } catch (...) { /* as documented */ } }
; bad: void f() { try { g(); } catch (...) {} }
; bad: void f() { try { g(); } catch (const E&) { } }

((catch_clause
  "catch" @report
  body: (compound_statement) @_body)
  (#match? @_body "^\\{\\s*\\}$"))

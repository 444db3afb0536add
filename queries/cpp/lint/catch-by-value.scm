; severity: warning
; message: An exception of class {type} is caught by value: catch a reference
; same-as: misc-throw-by-value-catch-by-reference
; good: void f() { try { g(); } catch (const E& e) { h(); } }
; good: void f() { try { g(); } catch (int e) { h(); } }
; good: void f() { try { g(); } catch (...) { h(); } }
; good: void f() { try { g(); } catch (E* e) { h(); } }
; bad: void f() { try { g(); } catch (E e) { h(); } }
; bad: void f() { try { g(); } catch (const std::exception) { h(); } }

(catch_clause
  parameters: (parameter_list
    (parameter_declaration
      type: [(type_identifier) (qualified_identifier)] @type @report
      declarator: (identifier))))

(catch_clause
  parameters: (parameter_list
    (parameter_declaration
      type: [(type_identifier) (qualified_identifier)] @type @report
      !declarator)))

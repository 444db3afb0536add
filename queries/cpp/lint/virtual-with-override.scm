; severity: warning
; message: virtual beside override or final says nothing
; same-as: modernize-use-override
; good: struct A { virtual void f(); };
; good: struct A : B { void f() override; };
; good: struct A final : virtual B { void f() const override {} };
; bad: struct A : B { virtual void f() override; };
; bad: struct A : B { virtual ~A() override {} };
; bad: struct A : B { virtual int* f() const final; };
; bad: struct A : B { virtual int f() const override = 0; };
; bad: struct A : B { virtual int& f() override { return x; } };

(field_declaration
  "virtual" @report
  declarator: (function_declarator
    (virtual_specifier)))

(field_declaration
  "virtual" @report
  declarator: (_
    (function_declarator
      (virtual_specifier))))

(function_definition
  "virtual" @report
  declarator: (function_declarator
    (virtual_specifier)))

(function_definition
  "virtual" @report
  declarator: (_
    (function_declarator
      (virtual_specifier))))

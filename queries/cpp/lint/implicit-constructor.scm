; severity: warning
; message: {report} converts its one argument without a cast: make it explicit
; same-as: google-explicit-constructor
; on: no
; good: struct A { explicit A(int x); };
; good: struct A { explicit(sizeof(int) > 2) A(int x); };
; good: struct A { A(); A(void); A(int x, int y); A(int x, ...); };
; good: struct A { A(const A& other); A(A&& other); A(A& other, int x = 1); };
; good: template <class T> struct A { A(const A<T>& other); A(const A&, T x); };
; good: template <class T> struct A<T*> { A(const A<T*>& other); };
; good: struct A { A(std::initializer_list<int> list); };
; good: struct A { A(int x) = delete; };
; good: struct A { A(const N::A& other); };
; good: struct A { REGISTER(B); friend B::B(int); B f(B b); };
; good: struct A { A(int x /* a number */, int y); };
; good: A::A(int x) {}
; bad: struct A { A(int x); };
; bad: class A { public: A(const std::string& text) noexcept : x(1) {} };
; bad: struct A { A(B* b, int x = 1, int y = 2); };
; bad: struct A { A(int x = 1, int y = 2); };
; bad: struct A { constexpr A(std::vector<A> list) {} };
; bad: struct A { A(A* parent); };
; bad: struct A { A(const A*); };
; bad: struct A { A(void* p); };
; bad: struct A { template <class T> A(T&& other) {} };
; bad: template <class T> struct A { template <class U> A(const A<U>& other); };
; bad: struct A { template <class... T> A(int x, T&&... more); };
; bad: template <> struct A<int> { A(int x /* a number */); };

((class_specifier
  name: [(type_identifier) @_class (template_type name: (type_identifier) @_class)]
  body: (field_declaration_list
    (_
      !type
      declarator: (function_declarator
        declarator: (identifier) @report
        parameters: [
          (parameter_list . (_ type: [(primitive_type) @_type (sized_type_specifier) @_type (type_identifier) @_type (template_type name: (type_identifier) @_type) (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]) (qualified_identifier name: (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]))]) @_first .)
          (parameter_list . (_ type: [(primitive_type) @_type (sized_type_specifier) @_type (type_identifier) @_type (template_type name: (type_identifier) @_type) (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]) (qualified_identifier name: (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]))]) @_first . (comment) .)
          (parameter_list . (_ type: [(primitive_type) @_type (sized_type_specifier) @_type (type_identifier) @_type (template_type name: (type_identifier) @_type) (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]) (qualified_identifier name: (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]))]) @_first . [(optional_parameter_declaration) (variadic_parameter_declaration)])
        ] @_list)) @_member))
  (#eq? @report @_class)
  (#not-eq? @_type @_class)
  (#not-eq? @_type "initializer_list")
  (#not-eq? @_first "void")
  (#not-has-child? @_list "...")
  (#not-has-child? @_member explicit_function_specifier delete_method_clause default_method_clause))

((class_specifier
  name: [(type_identifier) @_class (template_type name: (type_identifier) @_class)]
  body: (field_declaration_list
    (_
      !type
      declarator: (function_declarator
        declarator: (identifier) @report
        parameters: [
          (parameter_list . (_ type: (type_identifier) @_type declarator: [(pointer_declarator) (abstract_pointer_declarator)]) @_first .)
          (parameter_list . (_ type: (type_identifier) @_type declarator: [(pointer_declarator) (abstract_pointer_declarator)]) @_first . (comment) .)
          (parameter_list . (_ type: (type_identifier) @_type declarator: [(pointer_declarator) (abstract_pointer_declarator)]) @_first . [(optional_parameter_declaration) (variadic_parameter_declaration)])
        ] @_list)) @_member))
  (#eq? @report @_class)
  (#eq? @_type @_class)
  (#not-eq? @_first "void")
  (#not-has-child? @_list "...")
  (#not-has-child? @_member explicit_function_specifier delete_method_clause default_method_clause))

((class_specifier
  name: [(type_identifier) @_class (template_type name: (type_identifier) @_class)]
  body: (field_declaration_list
    (template_declaration (_
      !type
      declarator: (function_declarator
        declarator: (identifier) @report
        parameters: [
          (parameter_list . (_ type: [(primitive_type) @_type (sized_type_specifier) @_type (type_identifier) @_type (template_type name: (type_identifier) @_type) (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]) (qualified_identifier name: (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]))]) @_first .)
          (parameter_list . (_ type: [(primitive_type) @_type (sized_type_specifier) @_type (type_identifier) @_type (template_type name: (type_identifier) @_type) (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]) (qualified_identifier name: (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]))]) @_first . (comment) .)
          (parameter_list . (_ type: [(primitive_type) @_type (sized_type_specifier) @_type (type_identifier) @_type (template_type name: (type_identifier) @_type) (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]) (qualified_identifier name: (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]))]) @_first . [(optional_parameter_declaration) (variadic_parameter_declaration)])
        ] @_list)) @_member)))
  (#eq? @report @_class)
  (#not-eq? @_type @_class)
  (#not-eq? @_type "initializer_list")
  (#not-eq? @_first "void")
  (#not-has-child? @_list "...")
  (#not-has-child? @_member explicit_function_specifier delete_method_clause default_method_clause))

((class_specifier
  name: [(type_identifier) @_class (template_type name: (type_identifier) @_class)]
  body: (field_declaration_list
    (template_declaration (_
      !type
      declarator: (function_declarator
        declarator: (identifier) @report
        parameters: [
          (parameter_list . (_ type: (type_identifier) @_type declarator: [(pointer_declarator) (abstract_pointer_declarator)]) @_first .)
          (parameter_list . (_ type: (type_identifier) @_type declarator: [(pointer_declarator) (abstract_pointer_declarator)]) @_first . (comment) .)
          (parameter_list . (_ type: (type_identifier) @_type declarator: [(pointer_declarator) (abstract_pointer_declarator)]) @_first . [(optional_parameter_declaration) (variadic_parameter_declaration)])
        ] @_list)) @_member)))
  (#eq? @report @_class)
  (#eq? @_type @_class)
  (#not-eq? @_first "void")
  (#not-has-child? @_list "...")
  (#not-has-child? @_member explicit_function_specifier delete_method_clause default_method_clause))

((class_specifier
  name: [(type_identifier) @_class (template_type name: (type_identifier) @_class)]
  body: (field_declaration_list
    (template_declaration (_
      !type
      declarator: (function_declarator
        declarator: (identifier) @report
        parameters: [
          (parameter_list . (_ type: (template_type name: (type_identifier) @_type)) @_first .)
          (parameter_list . (_ type: (template_type name: (type_identifier) @_type)) @_first . (comment) .)
          (parameter_list . (_ type: (template_type name: (type_identifier) @_type)) @_first . [(optional_parameter_declaration) (variadic_parameter_declaration)])
        ] @_list)) @_member)))
  (#eq? @report @_class)
  (#eq? @_type @_class)
  (#not-eq? @_first "void")
  (#not-has-child? @_list "...")
  (#not-has-child? @_member explicit_function_specifier delete_method_clause default_method_clause))

((struct_specifier
  name: [(type_identifier) @_class (template_type name: (type_identifier) @_class)]
  body: (field_declaration_list
    (_
      !type
      declarator: (function_declarator
        declarator: (identifier) @report
        parameters: [
          (parameter_list . (_ type: [(primitive_type) @_type (sized_type_specifier) @_type (type_identifier) @_type (template_type name: (type_identifier) @_type) (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]) (qualified_identifier name: (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]))]) @_first .)
          (parameter_list . (_ type: [(primitive_type) @_type (sized_type_specifier) @_type (type_identifier) @_type (template_type name: (type_identifier) @_type) (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]) (qualified_identifier name: (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]))]) @_first . (comment) .)
          (parameter_list . (_ type: [(primitive_type) @_type (sized_type_specifier) @_type (type_identifier) @_type (template_type name: (type_identifier) @_type) (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]) (qualified_identifier name: (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]))]) @_first . [(optional_parameter_declaration) (variadic_parameter_declaration)])
        ] @_list)) @_member))
  (#eq? @report @_class)
  (#not-eq? @_type @_class)
  (#not-eq? @_type "initializer_list")
  (#not-eq? @_first "void")
  (#not-has-child? @_list "...")
  (#not-has-child? @_member explicit_function_specifier delete_method_clause default_method_clause))

((struct_specifier
  name: [(type_identifier) @_class (template_type name: (type_identifier) @_class)]
  body: (field_declaration_list
    (_
      !type
      declarator: (function_declarator
        declarator: (identifier) @report
        parameters: [
          (parameter_list . (_ type: (type_identifier) @_type declarator: [(pointer_declarator) (abstract_pointer_declarator)]) @_first .)
          (parameter_list . (_ type: (type_identifier) @_type declarator: [(pointer_declarator) (abstract_pointer_declarator)]) @_first . (comment) .)
          (parameter_list . (_ type: (type_identifier) @_type declarator: [(pointer_declarator) (abstract_pointer_declarator)]) @_first . [(optional_parameter_declaration) (variadic_parameter_declaration)])
        ] @_list)) @_member))
  (#eq? @report @_class)
  (#eq? @_type @_class)
  (#not-eq? @_first "void")
  (#not-has-child? @_list "...")
  (#not-has-child? @_member explicit_function_specifier delete_method_clause default_method_clause))

((struct_specifier
  name: [(type_identifier) @_class (template_type name: (type_identifier) @_class)]
  body: (field_declaration_list
    (template_declaration (_
      !type
      declarator: (function_declarator
        declarator: (identifier) @report
        parameters: [
          (parameter_list . (_ type: [(primitive_type) @_type (sized_type_specifier) @_type (type_identifier) @_type (template_type name: (type_identifier) @_type) (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]) (qualified_identifier name: (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]))]) @_first .)
          (parameter_list . (_ type: [(primitive_type) @_type (sized_type_specifier) @_type (type_identifier) @_type (template_type name: (type_identifier) @_type) (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]) (qualified_identifier name: (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]))]) @_first . (comment) .)
          (parameter_list . (_ type: [(primitive_type) @_type (sized_type_specifier) @_type (type_identifier) @_type (template_type name: (type_identifier) @_type) (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]) (qualified_identifier name: (qualified_identifier name: [(type_identifier) @_type (template_type name: (type_identifier) @_type)]))]) @_first . [(optional_parameter_declaration) (variadic_parameter_declaration)])
        ] @_list)) @_member)))
  (#eq? @report @_class)
  (#not-eq? @_type @_class)
  (#not-eq? @_type "initializer_list")
  (#not-eq? @_first "void")
  (#not-has-child? @_list "...")
  (#not-has-child? @_member explicit_function_specifier delete_method_clause default_method_clause))

((struct_specifier
  name: [(type_identifier) @_class (template_type name: (type_identifier) @_class)]
  body: (field_declaration_list
    (template_declaration (_
      !type
      declarator: (function_declarator
        declarator: (identifier) @report
        parameters: [
          (parameter_list . (_ type: (type_identifier) @_type declarator: [(pointer_declarator) (abstract_pointer_declarator)]) @_first .)
          (parameter_list . (_ type: (type_identifier) @_type declarator: [(pointer_declarator) (abstract_pointer_declarator)]) @_first . (comment) .)
          (parameter_list . (_ type: (type_identifier) @_type declarator: [(pointer_declarator) (abstract_pointer_declarator)]) @_first . [(optional_parameter_declaration) (variadic_parameter_declaration)])
        ] @_list)) @_member)))
  (#eq? @report @_class)
  (#eq? @_type @_class)
  (#not-eq? @_first "void")
  (#not-has-child? @_list "...")
  (#not-has-child? @_member explicit_function_specifier delete_method_clause default_method_clause))

((struct_specifier
  name: [(type_identifier) @_class (template_type name: (type_identifier) @_class)]
  body: (field_declaration_list
    (template_declaration (_
      !type
      declarator: (function_declarator
        declarator: (identifier) @report
        parameters: [
          (parameter_list . (_ type: (template_type name: (type_identifier) @_type)) @_first .)
          (parameter_list . (_ type: (template_type name: (type_identifier) @_type)) @_first . (comment) .)
          (parameter_list . (_ type: (template_type name: (type_identifier) @_type)) @_first . [(optional_parameter_declaration) (variadic_parameter_declaration)])
        ] @_list)) @_member)))
  (#eq? @report @_class)
  (#eq? @_type @_class)
  (#not-eq? @_first "void")
  (#not-has-child? @_list "...")
  (#not-has-child? @_member explicit_function_specifier delete_method_clause default_method_clause))

; severity: warning
; message: Default {report} is made once, and all calls share it
; same-as: B006
; good: def f(x=None, y=(), z="", *, w=frozenset()): pass
; good:
;   def f(x):
;       y = []
; good: f(x=[])
; bad: def f(x=[]): pass
; bad: def f(x: dict = {}): pass
; bad: def f(*, x={1}): pass
; bad: lambda x={}: x
; bad: def f(x=dict()): pass
; bad: def f(x: deque = collections.deque()): pass
; bad: def f(x=[y for y in z]): pass

(default_parameter
  value: [(list) (dictionary) (set) (list_comprehension) (dictionary_comprehension) (set_comprehension)] @report)

(typed_default_parameter
  value: [(list) (dictionary) (set) (list_comprehension) (dictionary_comprehension) (set_comprehension)] @report)

; def f(x=dict()): pass
((default_parameter
  value: (call
    function: [(identifier) @_name (attribute attribute: (identifier) @_name)]) @report)
  (#any-of? @_name "list" "dict" "set" "bytearray" "deque" "defaultdict" "Counter" "OrderedDict" "ChainMap"))

((typed_default_parameter
  value: (call
    function: [(identifier) @_name (attribute attribute: (identifier) @_name)]) @report)
  (#any-of? @_name "list" "dict" "set" "bytearray" "deque" "defaultdict" "Counter" "OrderedDict" "ChainMap"))

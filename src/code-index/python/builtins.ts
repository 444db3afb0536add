/**
 * Names that Python code has without a definition. Input: nothing; output: sets of the names of `builtins`, of each module, of members of
 * common classes, and of modules of the standard library.
 */

/** The names of the module `builtins` of Python 3.8 to 3.14. */
export const builtinNames: ReadonlySet<string> = words(`
  __build_class__ __debug__ __import__ ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError
  BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError
  ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning
  EnvironmentError Exception ExceptionGroup False FileExistsError FileNotFoundError FloatingPointError
  FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError
  InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError
  ModuleNotFoundError NameError None NotADirectoryError NotImplemented NotImplementedError OSError
  OverflowError PendingDeprecationWarning PermissionError ProcessLookupError PythonFinalizationError
  RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration
  StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError True TypeError
  UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError
  UnicodeWarning UserWarning ValueError Warning WindowsError ZeroDivisionError abs aiter all anext any
  ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex copyright credits
  delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals
  hasattr hash help hex id input int isinstance issubclass iter len license list locals map max
  memoryview min next object oct open ord pow print property quit range repr reveal_locals reveal_type
  reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip
`);

/** Names of every module without a statement that binds them. */
export const moduleNames: ReadonlySet<string> = words(`
  __annotate__ __annotations__ __builtins__ __cached__ __conditional_annotations__
  __dict__ __doc__ __file__ __loader__ __name__ __package__ __path__ __spec__
`);

/** Attributes that objects of builtin and common standard classes have: their names do not identify a class. */
export const commonMembers: ReadonlySet<string> = words(`
  absolute add addFilter addHandler add_note anchor append appendleft args as_integer_ratio as_posix
  as_uri astimezone bit_count bit_length buffer callHandlers capitalize casefold center
  characters_written chmod clear close closed combine conjugate copy count critical ctime cwd daemon
  date day days debug decode default_factory deleter denominator detach difference difference_update
  discard drive dst elements encode encoding end end_lineno end_offset endpos endswith errno error
  errors exception exists expand expandtabs expanduser extend extendleft fatal fdel fget filename
  filename2 fileno filter find findCaller findall finditer flags flush fold format format_map
  from_bytes fromhex fromisocalendar fromisoformat fromkeys fromordinal fromtimestamp fset fullmatch
  get getChild getEffectiveLevel getName getbuffer getter getvalue gi_code gi_frame gi_running
  gi_suspended gi_yieldfrom glob group groupdict groupindex groups handle hardlink_to hasHandlers hex
  home hour ident imag index info insert intersection intersection_update isDaemon isEnabledFor
  is_absolute is_alive is_block_device is_char_device is_dir is_fifo is_file is_integer is_mount
  is_relative_to is_reserved is_socket is_symlink isalnum isalpha isascii isatty isdecimal isdigit
  isdisjoint isidentifier islower isnumeric isocalendar isoformat isoweekday isprintable isspace
  issubset issuperset istitle isupper items iterdir join joinpath keys lastgroup lastindex lchmod
  line_buffering lineno link_to ljust log lower lstat lstrip makeRecord maketrans manager match max
  maxlen microsecond microseconds min minute mkdir month most_common move_to_end mro msg name
  native_id newlines now numerator object offset open owner parent parents partition parts path
  pattern pop popitem popleft pos print_file_and_line re read read1 read_bytes read_text readable
  readinto readinto1 readline readlines readlink real reason reconfigure regs relative_to remove
  removeFilter removeHandler removeprefix removesuffix rename replace resolution resolve reverse rfind
  rglob rindex rjust rmdir root rotate rpartition rsplit rstrip run samefile scanner search second
  seconds seek seekable send setDaemon setLevel setName setdefault setter sort span split splitlines
  start startswith stat stem strerror strftime string strip strptime sub subn subtract suffix suffixes
  swapcase symlink_to symmetric_difference symmetric_difference_update tell text throw time timestamp
  timetuple timetz title to_bytes today toordinal total total_seconds touch translate truncate tzinfo
  tzname union unlink update upper utcfromtimestamp utcnow utcoffset utctimetuple value values warn
  warning weekday with_name with_stem with_suffix with_traceback writable write write_bytes write_text
  write_through writelines year zfill
`);

/** The modules of the standard library of Python 3.8 to 3.14, and modules that type checkers bring. */
export const standardModules: ReadonlySet<string> = words(`
  __future__ _thread _typeshed abc aifc annotationlib antigravity argparse array ast asynchat asyncio
  asyncore atexit audioop base64 bdb binascii binhex bisect builtins bz2 cProfile calendar cgi cgitb
  chunk cmath cmd code codecs codeop collections colorsys compileall compression concurrent
  configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm
  decimal difflib dis distutils doctest dummy_threading email encodings ensurepip enum errno
  faulthandler fcntl filecmp fileinput fnmatch formatter fractions ftplib functools gc genericpath
  getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr
  imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma
  macpath mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc
  nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev parser pathlib pdb
  pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty
  pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource
  rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib
  sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics
  string stringprep struct subprocess sunau symbol symtable sys sysconfig syslog tabnanny tarfile
  telnetlib tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace
  traceback tracemalloc tty turtle turtledemo types typing typing_extensions unicodedata unittest
  urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc
  zipapp zipfile zipimport zlib zoneinfo
`);

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

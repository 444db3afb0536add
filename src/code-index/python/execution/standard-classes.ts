/**
 * The types of Python's library as a table (stubs, typeshed): methods and attributes of its classes, results of its
 * functions. Input: a dotted name; output: the type of the member or result as an expression.
 */
import { wordList, wordRecord } from "../../../base/word-list.ts";
import { type Expression, parseExpression } from "../expressions.ts";
import { lastName } from "../types.ts";

/**
 * The types of methods and attributes of external classes, by the documentation of Python's library ("Built-in Types"
 * and the pages of its modules): `name:type`, each type without spaces, and `name=type` for attributes. T, K and V are
 * what the class holds; `A` is the object itself.
 */
const members = {
  object: "__class__=type",
  "int(object)":
    "bit_length:int bit_count:int conjugate:int to_bytes:bytes from_bytes:int real=int imag=int numerator=int denominator=int " +
    "as_integer_ratio:tuple[int,int] is_integer:bool",
  "bool(int)": "",
  "float(object)":
    "is_integer:bool hex:str conjugate:float real=float imag=float as_integer_ratio:tuple[int,int] fromhex:float",
  "complex(object)": "real=float imag=float conjugate:complex",
  "str(object)":
    "__iter__:Iterator[str] __getitem__:str join:str format:str strip:str lstrip:str rstrip:str lower:str upper:str title:str " +
    "capitalize:str replace:str ljust:str rjust:str center:str zfill:str expandtabs:str casefold:str swapcase:str translate:str " +
    "removeprefix:str removesuffix:str format_map:str split:list[str] rsplit:list[str] splitlines:list[str] " +
    "partition:tuple[str,str,str] rpartition:tuple[str,str,str] startswith:bool endswith:bool isdigit:bool isalpha:bool " +
    "isspace:bool isupper:bool islower:bool isidentifier:bool isalnum:bool isdecimal:bool isnumeric:bool isprintable:bool " +
    "istitle:bool isascii:bool find:int rfind:int index:int rindex:int count:int encode:bytes",
  "bytes(object)":
    "__iter__:Iterator[int] __getitem__:int decode:str hex:str join:bytes strip:bytes lstrip:bytes rstrip:bytes lower:bytes " +
    "upper:bytes replace:bytes split:list[bytes] splitlines:list[bytes] startswith:bool endswith:bool find:int index:int count:int",
  "bytearray(bytes)": "append:None extend:None",
  "list(object)":
    "__iter__:Iterator[T] __getitem__:T append:None extend:None insert:None remove:None clear:None sort:None reverse:None pop:T " +
    "copy:list[T] index:int count:int",
  "tuple(object)": "__iter__:Iterator[T] __getitem__:T index:int count:int",
  "Sequence(object)": "__iter__:Iterator[T] __getitem__:T index:int count:int",
  "MutableSequence(list)": "",
  "deque(list)": "popleft:T appendleft:None extendleft:None rotate:None copy:deque[T]",
  "Iterable(object)": "__iter__:Iterator[T]",
  "Collection(Iterable)": "",
  "Container(Iterable)": "",
  "Reversible(Iterable)": "",
  "AsyncIterable(object)": "__aiter__:AsyncIterator[T]",
  "AsyncIterator(object)": "__aiter__:AsyncIterator[T] __anext__:Awaitable[T]",
  "AsyncGenerator(AsyncIterator)": "asend:Awaitable[T]",
  "Iterator(object)": "__iter__:Iterator[T] __next__:T",
  "Generator(Iterator)": "send:T throw:T close:None",
  ...wordRecord("reversed(Iterator) map(Iterator) filter(Iterator) zip(Iterator) enumerate(Iterator)", ""),
  "set(object)":
    "__iter__:Iterator[T] add:None update:None discard:None remove:None clear:None pop:T copy:set[T] union:set[T] difference:set[T] " +
    "intersection:set[T] symmetric_difference:set[T] issubset:bool issuperset:bool isdisjoint:bool",
  "frozenset(object)":
    "__iter__:Iterator[T] copy:frozenset[T] union:frozenset[T] difference:frozenset[T] intersection:frozenset[T]",
  "AbstractSet(set)": "",
  "MutableSet(set)": "",
  "Mapping(object)":
    "__iter__:Iterator[K] __getitem__:V get:Optional[V] keys:KeysView[K] values:ValuesView[V] items:ItemsView[K,V]",
  "MutableMapping(Mapping)": "pop:V setdefault:V popitem:tuple[K,V] update:None clear:None",
  "dict(MutableMapping)": "copy:dict[K,V]",
  "defaultdict(dict)": "",
  "OrderedDict(dict)": "move_to_end:None",
  "Counter(dict)": "most_common:list[tuple[K,int]] elements:Iterator[K]",
  "ChainMap(dict)": "",
  "KeysView(Iterable)": "",
  "ValuesView(Iterable)": "",
  "ItemsView(object)": "__iter__:Iterator[tuple[K,V]]",
  "range(object)": "__iter__:Iterator[int] __getitem__:int start=int stop=int step=int count:int index:int",
  "slice(object)": "indices:tuple[int,int,int]",
  "Awaitable(object)": "__await__:Generator[T]",
  "Coroutine(Awaitable)": "send:object close:None",
  "ContextManager(object)": "__enter__:T",
  "AbstractContextManager(ContextManager)": "",
  "AsyncContextManager(object)": "__aenter__:Awaitable[T]",
  "_GeneratorContextManager(ContextManager)": "",
  "IO(object)":
    "__iter__:Iterator[T] __next__:T __enter__:A read:T readline:T readlines:list[T] write:int writelines:None close:None flush:None seek:int " +
    "tell:int fileno:int name=str closed=bool mode=str",
  "TextIO(object)":
    "__iter__:Iterator[str] __next__:str __enter__:A read:str readline:str readlines:list[str] write:int close:None flush:None " +
    "seek:int tell:int fileno:int name=str closed=bool encoding=str mode=str",
  "TextIOWrapper(TextIO)": "",
  "StringIO(TextIO)": "getvalue:str",
  "BinaryIO(object)":
    "__iter__:Iterator[bytes] __next__:bytes __enter__:A read:bytes readline:bytes readlines:list[bytes] write:int close:None",
  ...wordRecord("BufferedReader(BinaryIO) BufferedWriter(BinaryIO) BufferedRandom(BinaryIO)", ""),
  "BytesIO(BinaryIO)": "getvalue:bytes",
  "BaseException(object)": "args=tuple[object] with_traceback:A add_note:None",
  "Pattern(object)":
    "match:Optional[Match] search:Optional[Match] fullmatch:Optional[Match] findall:list[object] finditer:Iterator[Match] sub:str split:list[str] " +
    "pattern=str flags=int groups=int",
  "Match(object)":
    "start:int end:int span:tuple[int,int] group:str groups:tuple[str] groupdict:dict[str,str] expand:str pos=int endpos=int string=str",
  "Connection(object)": "cursor:Cursor commit:None rollback:None execute:Cursor __enter__:A",
  "Cursor(object)": "execute:A executemany:A fetchall:list[object] close:None rowcount=int",
  "Path(object)":
    "joinpath:A read_text:str read_bytes:bytes write_text:int exists:bool is_file:bool is_dir:bool resolve:A absolute:A iterdir:Iterator[A] " +
    "glob:Iterator[A] rglob:Iterator[A] with_suffix:A with_name:A as_posix:str relative_to:A expanduser:A open:TextIO parent=A name=str " +
    "suffix=str stem=str parts=tuple[str] home:A cwd:A mkdir:None unlink:None",
  "datetime(date)":
    "now:datetime utcnow:datetime date:date time:time timestamp:float strptime:datetime fromtimestamp:datetime hour=int minute=int second=int " +
    "microsecond=int combine:datetime",
  "date(object)":
    "today:A strftime:str isoformat:str weekday:int isoweekday:int replace:A toordinal:int year=int month=int day=int fromisoformat:A",
  "time(object)": "isoformat:str strftime:str hour=int minute=int second=int",
  "timedelta(object)": "total_seconds:float days=int seconds=int microseconds=int",
  "Thread(object)": "start:None join:None is_alive:bool name=str daemon=bool",
  "Lock(object)": "acquire:bool release:None locked:bool __enter__:bool",
  "Logger(object)":
    "debug:None info:None warning:None error:None critical:None exception:None log:None isEnabledFor:bool getChild:Logger",
  "Decimal(object)": "",
  "Fraction(object)": "numerator=int denominator=int",
  "UUID(object)": "hex=str int=int bytes=bytes version=int",
  "ref(object)": "__call__:Optional[T]",
  "SimpleNamespace(object)": "",
  "type(object)": "mro:list[type] __name__=str __qualname__=str __module__=str",
} as const;

/** The results of functions of the standard library, by the dotted name: `T` is the type of the first argument. */
const functions = {
  int: "len hash id ord round time.time_ns sys.getrefcount os.getpid random.randint random.randrange",
  str:
    "repr chr hex oct bin ascii format input os.getcwd os.path.join os.path.basename os.path.dirname os.path.abspath os.path.realpath " +
    "os.path.expanduser os.path.normpath os.sep os.linesep json.dumps textwrap.dedent textwrap.indent platform.system sys.version sys.executable " +
    "sys.platform socket.gethostname getpass.getuser inspect.getsource pprint.pformat re.sub re.escape __name__ __file__ __doc__",
  bool: "isinstance issubclass callable hasattr any all os.path.exists os.path.isfile os.path.isdir os.path.isabs",
  float:
    "time.time time.monotonic time.perf_counter random.random random.uniform math.sqrt math.sin math.cos math.pi math.e math.log math.exp",
  "math.floor": "",
  None: "print setattr delattr time.sleep exec os.mkdir os.makedirs os.remove",
  "dict[str,object]": "globals locals vars json.loads",
  "list[str]": "dir os.listdir re.split sys.argv sys.path shlex.split",
  "Optional[str]": "os.environ.get shutil.which os.getenv",
  TextIOWrapper: "open io.open",
  "Optional[Match]": "re.match re.search re.fullmatch",
  Pattern: "re.compile",
  "Iterator[Match]": "re.finditer",
  "tuple[str,str]": "os.path.split os.path.splitext",
  Connection: "sqlite3.connect",
  Logger: "logging.getLogger",
  "Iterator[tuple[str,list[str],list[str]]]": "os.walk",
} as const;

type StandardClass = {
  readonly base: string;
  readonly methods: ReadonlyMap<string, string>;
  readonly attributes: ReadonlyMap<string, string>;
};

const classes: ReadonlyMap<string, StandardClass> = new Map(
  Object.entries(members).map(([head, text]) => {
    const [, name = "", base = ""] = /^(\w+)(?:\((\w+)\))?$/.exec(head) ?? [];
    const entries = text.split(" ").filter((entry) => entry !== "");
    const of = (sign: string) =>
      new Map(
        entries.flatMap((entry) => {
          const at = entry.search(/[:=]/);
          return entry.charAt(at) === sign ? [[entry.slice(0, at), entry.slice(at + 1)] as const] : [];
        }),
      );
    return [name, { base, methods: of(":"), attributes: of("=") }];
  }),
);

/** Names of `typing` for builtin classes. */
const otherNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    List: "list",
    Dict: "dict",
    Set: "set",
    FrozenSet: "frozenset",
    Tuple: "tuple",
    DefaultDict: "defaultdict",
    Deque: "deque",
    Text: "str",
    NoneType: "None",
    PurePath: "Path",
    Task: "Awaitable",
    Future: "Awaitable",
  }),
);

/** The last name of a class, as this table has it. */
export function standardName(dotted: string): string {
  const name = lastName(dotted);
  return otherNames.get(name) ?? name;
}

export function isStandardClass(dotted: string): boolean {
  return classes.has(standardName(dotted));
}

export type StandardMember = { readonly isMethod: boolean; readonly type: Expression };

/** The type of a member of an external class; undefined if it is not known. */
export function standardMember(className: string, name: string): StandardMember | undefined {
  for (let of = classes.get(standardName(className)); of !== undefined; of = classes.get(of.base)) {
    const method = of.methods.get(name);
    if (method !== undefined) return { isMethod: true, type: parseExpression(method) };
    const attribute = of.attributes.get(name);
    if (attribute !== undefined) return { isMethod: false, type: parseExpression(attribute) };
  }
  return undefined;
}

/** True for a class, or what it inherits from. */
export function isKindOf(className: string, base: string): boolean {
  for (let name = standardName(className); name !== ""; name = classes.get(name)?.base ?? "")
    if (name === base) return true;
  return false;
}

const results: ReadonlyMap<string, Expression> = new Map(
  Object.entries(functions).flatMap(([type, names]) => {
    const expression = parseExpression(type);
    return wordList(names).map((name) => [name, expression] as const);
  }),
);

/** The type of an external function or constant, by its dotted name; undefined if it is not known. */
export function standardResult(dotted: string): Expression | undefined {
  return results.get(dotted.replace(/^builtins\./, ""));
}

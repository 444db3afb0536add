import { DeclarationFlag } from "../../facts/declaration-facts.ts";
import type { Declaration, IndexedFile } from "../code-index.ts";
import { isHeader } from "./symbols.ts";

/** Macros of the standard headers of C, which code bases define where they are missing: `#ifndef NULL`. */
const systemMacros =
  /^(?:NULL|EOF|BUFSIZ|RAND_MAX|CLOCKS_PER_SEC|EXIT_(?:SUCCESS|FAILURE)|offsetof|assert|va_copy|MB_LEN_MAX|MAXFLOAT|HUGE_VALF?|INFINITY|NAN|M_(?:E|PI|PI_[24]|[12]_PI|2_SQRTPI|SQRT2|SQRT1_2|LN2|LN10|LOG2E|LOG10E)|(?:CHAR|SCHAR|UCHAR|SHRT|USHRT|INT|UINT|LONG|ULONG|LLONG|ULLONG|SIZE|SSIZE|PTRDIFF|WCHAR|U?INT(?:_LEAST|_FAST)?(?:8|16|32|64|PTR|MAX))_(?:MIN|MAX)|U?INT(?:8|16|32|64|MAX)_C|(?:FLT|DBL|LDBL)_(?:MIN|MAX|EPSILON|DIG|MANT_DIG)|(?:PATH|NAME|HOST_NAME|IOV|OPEN|ARG)_MAX|PRI[diouxX](?:8|16|32|64|MAX|PTR)|SEEK_(?:SET|CUR|END)|O_(?:RDONLY|WRONLY|RDWR|ACCMODE|CREAT|EXCL|TRUNC|APPEND|NONBLOCK|SYNC|DSYNC|NOCTTY|CLOEXEC|DIRECTORY|NOFOLLOW|LARGEFILE|PATH)|SOCK_(?:STREAM|DGRAM|RAW|SEQPACKET|CLOEXEC|NONBLOCK)|FD_CLOEXEC|MSG_(?:NOSIGNAL|DONTWAIT|PEEK|WAITALL)|SHUT_(?:RD|WR|RDWR)|S_IS(?:REG|DIR|LNK|SOCK|FIFO|BLK|CHR)|MAP_ANON(?:YMOUS)?)$/;

/** True for a macro of the standard headers of C: a build has it. */
export function isSystemMacro(name: string): boolean {
  return systemMacros.test(name);
}

/** Names of the C library on Linux that code bases declare themselves for platforms without them. */
const systemNames = new RegExp(
  `^(?:${[
    "(?:pthread|sem|mq|aio|sched)_\\w+|uint|ulong|ushort|u_(?:char|int|short|long)|u?_?int\\d+_t",
    "(?:s?size|off|off64|mode|pid|uid|gid|time|clockid|suseconds|useconds|socklen)_t|time(?:val|spec|zone)|iovec",
    "str(?:n?(?:cpy|cat|cmp|dup|len|casecmp)|l(?:cpy|cat)|r?chr|chrnul|str|casestr|tok(?:_r)?|sep|p?time|error(?:_r)?)",
    "mem(?:p?cpy|ccpy|move|set|cmp|r?chr|mem)|v?s?n?printf|v?asprintf|get(?:line|delim|opt|timeofday|pid|pagesize)",
    "(?:gm|local)time(?:_r)?|timegm|clock_gettime|u?sleep|nanosleep|rand_r|open|close|p?(?:read|write)v?",
    "l?seek|fsync|fdatasync|fallocate|ftruncate|mmap|munmap|madvise|access|unlink|mkdir|rmdir|opendir|readdir",
    "dl(?:open|v?sym|close|error|addr)",
    "fmaf?|log1pf?|expm1f?|log2f?|cbrtf?|roundf?|truncf?|l?lrintf?|isnan|isinf|signbit|copysign|ffsl?l?|alloca",
  ].join("|")})$`,
);

/** True for a name that the C library on Linux has, or a macro of its standard headers. */
export function isOfCLibrary(name: string): boolean {
  return systemNames.test(name) || isSystemMacro(name);
}

/**
 * True when a name is one of the C library, and the code base declares it only for other platforms than Linux, in branches
 * that a common build leaves out, in files of such a platform, or in sources that the file does not include; or when it is a
 * name of the standard library that the code base takes from a substitute, `namespace std { using boost::regex; }`, or only names as
 * a friend.
 *
 * @param from the file that uses it
 * @param sees tells whether that file includes another one
 */
export function isOfSystem(
  name: string,
  from: IndexedFile,
  declarations: readonly Declaration[],
  sees: (file: IndexedFile) => boolean,
): boolean {
  if (declarations.length > 0 && declarations.every((one) => isUsingInStandard(one) || isFriendOfStandard(one)))
    return true;
  const isOther = ({ flags, file }: Declaration) =>
    (flags & DeclarationFlag.unlikely) !== 0 || isOfOtherPlatform(file) || !(isHeader(file) || sees(file));
  return isOfCLibrary(name) && !isOfOtherPlatform(from) && declarations.length > 0 && declarations.every(isOther);
}

function isUsingInStandard({ kind, parent }: Declaration): boolean {
  return kind === "using" && parent?.kind === "namespace" && parent.name === "std" && parent.parent === undefined;
}

/** True for a function of the standard library that a class names as its friend: `friend std::unique_ptr<A> std::make_unique<A>();` */
function isFriendOfStandard({ flags, qualifier }: Declaration): boolean {
  return (flags & DeclarationFlag.friend) !== 0 && /^(?:::)?std(?:::|$)/.test(qualifier);
}

/** True for a file whose path says another platform than Linux: `port/win/port_win.h`. */
function isOfOtherPlatform({ path }: IndexedFile): boolean {
  return /[/_.-](win|win32|windows|msvc|mingw|darwin|macos|osx|ios|wasm)[/_.-]/i.test(path);
}

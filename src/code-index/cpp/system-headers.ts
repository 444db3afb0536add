import { wordSet } from "../../base/word-list.ts";

/**
 * Headers of C and of POSIX as `#include <…>` names them: a file of the code base with such a name in some folder, such
 * as `absl/time/time.h`, is another one. Headers of the standard library of C++ have no extension, so they are not
 * files of the language.
 */
export const systemHeaders = wordSet(`
  assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h iso646.h limits.h locale.h math.h setjmp.h signal.h
  stdalign.h stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h stdnoreturn.h string.h tgmath.h threads.h
  time.h uchar.h wchar.h wctype.h aio.h cpio.h dirent.h dlfcn.h fcntl.h fnmatch.h ftw.h glob.h grp.h iconv.h langinfo.h
  libgen.h mqueue.h netdb.h nl_types.h poll.h pthread.h pwd.h regex.h sched.h search.h semaphore.h spawn.h strings.h
  syslog.h tar.h termios.h ulimit.h unistd.h utime.h utmpx.h wordexp.h byteswap.h endian.h execinfo.h features.h
  getopt.h link.h malloc.h memory.h
`);

/** Headers of the standard library of C++. */
const standardHeaders = wordSet(`
  algorithm any array atomic barrier bit bitset charconv chrono codecvt compare complex concepts condition_variable
  coroutine deque exception execution expected filesystem format forward_list fstream functional future generator
  initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map mdspan memory
  memory_resource mutex new numbers numeric optional ostream print queue random ranges ratio regex scoped_allocator
  semaphore set shared_mutex source_location span spanstream sstream stack stacktrace stdexcept stop_token streambuf
  string string_view strstream syncstream system_error thread tuple type_traits typeindex typeinfo unordered_map
  unordered_set utility valarray variant vector version cassert cctype cerrno cfenv cfloat cinttypes climits clocale
  cmath csetjmp csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime cuchar cwchar cwctype
`);

/** True for a header of the system or of the standard library: its classes are not announced by the code base. */
export function isSystemHeader(path: string): boolean {
  return systemHeaders.has(path) || standardHeaders.has(path) || /^(sys|bits|linux|arpa|netinet|net)\//.test(path);
}

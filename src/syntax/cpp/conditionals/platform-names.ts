/** Words for platforms in the names of macros: `FZ_WINDOWS`, `Q_OS_DARWIN`. */
const otherPlatforms =
  /(?:^|_)(?:WIN(?:DOWS|32|64|CE)?|MSVC|MSC|APPLE|MAC(?:OS|OSX)?|OSX|DARWIN|IOS|ANDROID|MINGW\w*|CYGWIN)(?:_|$)/;

/** True for a macro whose name says that it is about another platform than Linux: a common build does not define it. */
export function namesOtherPlatform(macro: string): boolean {
  return otherPlatforms.test(macro);
}

/**
 * The files that the four tools of the reference search folders for, by its section on batch operations ("Default file
 * patterns"). Other extensions of the same languages, such as `.C`, are searched as well: a code base may have no others.
 * All other tools search for the files of all known languages.
 */
export const referencePatterns: readonly string[] = ["*.cpp", "*.hpp", "*.h", "*.cc", "*.cxx", "*.py"];

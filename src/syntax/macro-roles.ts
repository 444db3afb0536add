/** The roles of macros, for those that know no more of how a language is masked. */
export {
  combineRoles,
  type KnownMacros,
  type MacroRoles,
  mergeRoles,
  roleChain,
  roleOf,
  rolesOfData,
} from "./cpp/macros/roles.ts";

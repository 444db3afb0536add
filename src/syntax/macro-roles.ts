/** The roles of macros, for callers that know nothing else about masking. */
export {
  combineRoles,
  isDefinedIn,
  type KnownMacros,
  type MacroRoles,
  mergeRoles,
  roleChain,
  roleChains,
  roleOf,
  rolesOfData,
} from "./cpp/macros/roles.ts";

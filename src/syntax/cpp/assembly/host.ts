/**
 * The functions of the host: all that needs strings, regular expressions or maps, which a text needs little. See
 * ../masking-pass.ts.
 */

/**
 * Returns the branch that stays when one must be chosen, -1 for none, by the directives of a group: they are in the list of
 * conditionals/branch-groups.ts from a place on, without `#endif`. The host remembers what it assumed, so that the order of calls counts.
 */
export declare function chosenBranch(place: i32, branches: i32): i32;

/** True if no compiler of C++ takes the branch that a directive starts. */
export declare function isNeverTaken(directive: i32): bool;

/** True if such a branch is in the language of SIP, which writes bindings of Python: declarations of C++ with code among them. */
export declare function isOfSip(directive: i32): bool;

/** Returns the number of the role of a word: see tokens/roles.ts. */
export declare function lookUpRole(word: i32): i32;

/** Runs the rules of directives at one: its condition, its path, or its definition. */
export declare function maskDirective(index: i32): void;

/** Notes the name that a macro's arguments give to a function, by the template of a role; of `noRole` by all arguments. */
export declare function giveName(macro: i32, role: i32): void;

/** Writes a macro that is the whole head of a function as one. */
export declare function giveHead(macro: i32, role: i32): void;

/** Writes the declaration that a macro is used for; returns the token of its name, or 0, and sets `declaredNext`. */
export declare function declareByArguments(macro: i32, role: i32): i32;

/** Blanks the macro that opens or closes scopes, with what ends them; returns the token to go on with. */
export declare function maskScope(index: i32, last: i32, role: i32): i32;

/** Writes tokens as a name, such as `operator__` over `operator->`. */
export declare function writeName(from: i32, to: i32, rule: i32): void;

/** Puts a text instead of one token; a name that takes a whole name's place still means that one. */
export declare function replaceToken(token: i32, rule: i32, put: i32): void;

/** True if the body of a function between two offsets is requested as a whole. */
export declare function needsBody(start: i32, end: i32): bool;

/** Returns the number of the text of a role of kind `body` in the table of edits: 0 if it is empty. */
export declare function putOfBody(role: i32): i32;

/** The token to go on with after `declareByArguments`; the host sets it. */
export let declaredNext: i32 = 0;

export function setDeclaredNext(next: i32): void {
  declaredNext = next;
}

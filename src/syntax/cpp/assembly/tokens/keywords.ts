/**
 * Words of C++ with a role in the shape of a declaration. Input: nothing; output: the roles as numbers, which the host gives to
 * keywords: see ../../tokens/keywords.ts.
 */
export namespace Word {
  export const name: i32 = 0;
  export const classKey: i32 = 1;
  export const enumKey: i32 = 2;
  export const namespace: i32 = 3;
  export const template: i32 = 4;
  /** A keyword that is a type or a part of one. */
  export const type: i32 = 5;
  /** A keyword that can precede a type in a declaration. */
  export const specifier: i32 = 6;
  export const cv: i32 = 7;
  export const access: i32 = 8;
  export const operator: i32 = 9;
  export const using: i32 = 10;
  export const typename: i32 = 11;
  /** The words that can follow a parameter list. */
  export const trailing: i32 = 12;
  /** Starts a statement, never a declaration. */
  export const statement: i32 = 13;
  /** An operand or an operator spelled as a word. */
  export const expression: i32 = 14;
  export const elseOrCatch: i32 = 15;
  /** `__attribute__`, `__declspec`, …: blanked with the parentheses that follow. */
  export const attribute: i32 = 16;
  /** Vendor keywords without a meaning for the shape: `__cdecl`, `__restrict`, … */
  export const vendor: i32 = 17;
  export const requires: i32 = 18;
  export const asm: i32 = 19;
  export const friend: i32 = 22;
  export const alignas: i32 = 23;
  export const typedef: i32 = 24;
  export const extern: i32 = 25;
  export const module: i32 = 26;
}

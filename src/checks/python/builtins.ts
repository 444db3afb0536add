import { builtinNames } from "../../code-index/python/builtins.ts";

/** Names that type checkers know and the interpreter does not. */
const checkersOnly: ReadonlySet<string> = new Set(["reveal_locals", "reveal_type"]);

/** Names that each module has without a statement that binds them. */
const moduleNames: ReadonlySet<string> = new Set([
  ...["__annotations__", "__builtins__", "__doc__", "__file__", "__loader__", "__name__", "__package__", "__spec__"],
]);

/** Names that the body of a class has until it is executed. */
export const classNames: ReadonlySet<string> = new Set(["__firstlineno__", "__module__", "__qualname__"]);

/** True for a name that is defined in each module. */
export function isBuiltin(name: string): boolean {
  return moduleNames.has(name) || (builtinNames.has(name) && !checkersOnly.has(name));
}

import { onKnown, type Term, unknownTerm } from "./terms.ts";

/** Type parameters that extend each other. */
const maxBounds = 4;

/** A term with the types that type parameters extend instead of them, and unknown parts for parameters that extend nothing. */
export function withBounds(term: Term, names: Pick<ReadonlyMap<string, Term>, "get">, depth = 0): Term {
  switch (term.form) {
    case "name": {
      const bound = names.get(term.name);
      if (bound === undefined) return term;
      return depth < maxBounds ? withBounds(bound, names, depth + 1) : unknownTerm;
    }
    case "tuple":
    case "either":
    case "both":
      return { form: term.form, parts: term.parts.map((part) => withBounds(part, names, depth)) };
    case "list": {
      const key = term.key && withBounds(term.key, names, depth);
      return { ...term, of: withBounds(term.of, names, depth), ...(key && { key }) };
    }
    case "function":
      return { form: "function", of: withBounds(term.of, names, depth) };
    case "own":
    case "module":
    case "unknown":
      return term;
    default:
      return onKnown(withBounds(term.of, names, depth), (of) => ({ ...term, of }));
  }
}

import type { Declaration } from "../code-index.ts";
import type { Resolution, Resolver, ResolverOptions } from "../resolution.ts";
import { memberAccess, type SeenName } from "../seen-names.ts";
import { groupedLocals } from "./file-names.ts";
import { rules } from "./rules.ts";
import { typedResolver } from "./typed-resolver.ts";
import { useAt } from "./use.ts";

/** The most candidates of an answer by only a name. */
const maxCandidates = 6;

/** The most declarations of one local in an answer: any of them tells which one it is, and a file can have many. */
const maxDeclarations = 64;

const none: Resolution = { confidence: "none", rule: "none", targets: [] };

/** Resolves names of a language by its data: by its rules of types, or else by the scopes of locals.scm and by name. */
export function taggedResolver(options: ResolverOptions): Resolver {
  const { index, off = new Set(), dependencies, types } = options;
  if (types !== undefined) return typedResolver(options, types);
  const active = rules.filter(({ id }) => !off.has(id));
  const localsOf = groupedLocals();

  /** A local is one symbol wherever its scope defines it; what tags.scm has is a symbol each time. */
  const symbolOf = (declaration: Declaration) => (declaration.scopeEnd > 0 ? localsOf(declaration) : [declaration]);

  return {
    resolve: (open, offset) => {
      const use = useAt(open, offset);
      if (use === undefined) return none;
      for (const { id, resolve } of active) {
        const answer = resolve(use, index, dependencies);
        if (answer === undefined) continue;
        const { declarations, confidence, via = [] } = answer;
        const [first] = declarations;
        const isOne = first !== undefined && confidence !== "name";
        const others = isOne ? symbolOf(first).slice(0, maxDeclarations) : [];
        const targets = isOne
          ? [first, ...others.filter((other) => other !== first)]
          : declarations.slice(0, maxCandidates);
        return { confidence, rule: id, targets, ...(via.length > 0 && { via }) };
      }
      return none;
    },
    symbolOf,
    namesAt: ({ file }, { before, offset }) => {
      const access = memberAccess(before, ["->", "::", "."]) ?? { kind: "name" };
      const isSeen = ({ scopeStart, scopeEnd }: Declaration) =>
        scopeEnd === 0 || (scopeStart <= offset && offset < scopeEnd);
      const declared = access.kind === "member" ? [] : file.declarations.filter(isSeen);
      const inner = [...declared].sort((a, b) => (a.scopeEnd || Infinity) - (b.scopeEnd || Infinity));
      const names = inner.map((declaration): SeenName => {
        const { name, scopeEnd } = declaration;
        return { name, scope: scopeEnd === 0 ? "file" : "local", declaration };
      });
      return { access, isKnown: false, names };
    },
  };
}

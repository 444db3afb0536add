import { fromBinary } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import { IndexSchema, Language, SymbolInformation_Kind } from "../../src/scip/bindings/scip_pb.js";
import type { DocumentRows } from "../../src/scip/document.ts";
import { documentBytes, externalSymbolsBytes, startOfIndex } from "../../src/scip/index-messages.ts";
import { loadLanguages, shippedLanguagesDir } from "../../src/syntax/languages.ts";

const empty: DocumentRows = { path: "a.py", language: "python", symbols: [], occurrences: [], uncertain: 0 };
const symbol = "codegrove . . . a/f().";

const decoded = (...parts: readonly Uint8Array[]) => fromBinary(IndexSchema, Buffer.concat(parts));

describe("the messages of an index", () => {
  test("are merged to one, in whatever number", () => {
    const paths = ["a.py", "b/c.py", "ü.py"];
    const external = { symbol, kind: "Function", name: "f" } as const;
    const index = decoded(
      startOfIndex("/code", "1.2.3"),
      ...paths.map((path) => documentBytes({ ...empty, path })),
      externalSymbolsBytes([external]),
    );
    expect(index.documents.map(({ relativePath }) => relativePath)).toEqual(paths);
    expect(index.metadata?.toolInfo).toMatchObject({ name: "codegrove", version: "1.2.3" });
    expect(index.externalSymbols).toMatchObject([{ symbol, displayName: "f", kind: SymbolInformation_Kind.Function }]);
  });

  test.each([
    ["/code", "file:///code"],
    ["/a b/#c%/ü", "file:///a%20b/%23c%25/%C3%BC"],
    ["/", "file:///"],
  ])("name the folder %s as %s", (folder, uri) => {
    expect(decoded(startOfIndex(folder, "1")).metadata?.projectRoot).toBe(uri);
  });

  test("name languages as SCIP does", () => {
    for (const { title, scip_name = title } of loadLanguages([shippedLanguagesDir])) {
      const [document] = decoded(documentBytes({ ...empty, language: scip_name })).documents;
      expect(Object.keys(Language)).toContain(document?.language);
    }
  });

  test("have ranges of three numbers on one line, and of four on several", () => {
    const [document] = decoded(
      documentBytes({
        ...empty,
        occurrences: [
          { range: [0, 4, 0, 5], symbol, roles: 1, whole: [0, 0, 2, 3] },
          { range: [3, 1, 4, 0], symbol, roles: 0 },
        ],
      }),
    ).documents;
    expect(document?.occurrences).toMatchObject([
      { range: [0, 4, 5], enclosingRange: [0, 0, 2, 3], symbolRoles: 1 },
      { range: [3, 1, 4, 0], enclosingRange: [], symbolRoles: 0 },
    ]);
  });

  test("say of a symbol what is known of it", () => {
    const method = { symbol, kind: "Method", name: "f", holder: "a", bases: ["b"], overridden: ["c"] } as const;
    const symbols = [{ ...method, bases: [...method.bases], overridden: [...method.overridden] }];
    const [document] = decoded(documentBytes({ ...empty, symbols })).documents;
    expect(document?.symbols).toMatchObject([
      {
        enclosingSymbol: "a",
        documentation: [],
        relationships: [
          { symbol: "b", isImplementation: true, isReference: false },
          { symbol: "c", isImplementation: true, isReference: true },
        ],
      },
    ]);
  });
});

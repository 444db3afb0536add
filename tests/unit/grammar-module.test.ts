import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UserError } from "../../src/base/errors.ts";
import { checkGrammarModule } from "../../src/syntax/grammar-module.ts";
import { packageFolder } from "../support/built-server.ts";
import { seed } from "../support/seed.ts";
import { functionImport, i32, number, text, type WasmModule, wasmModule } from "../support/wasm-module.ts";

const realGrammars = ["cpp", "python", "javascript"].map((name) =>
  readFileSync(join(packageFolder, `node_modules/tree-sitter-${name}/tree-sitter-${name}.wasm`)),
);

describe("the check of a grammar's module", () => {
  test("takes what npm packages ship", () => {
    for (const grammar of realGrammars) checkGrammarModule(grammar);
  });

  test("takes the smallest grammar, and what an assertion imports", () => {
    checkGrammarModule(wasmModule());
    checkGrammarModule(wasmModule({ imports: [["env", "__assert_fail", functionImport]] }));
  });

  const refused: readonly (readonly [string, WasmModule, string])[] = [
    ["EM_JS", { places: { __em_js__x: 0 } }, "'__em_js__x': JavaScript"],
    ["EM_JS as a function", { functions: ["tree_sitter_x", "__em_js__x"] }, "JavaScript"],
    ["EM_ASM", { places: { __start_em_asm: 0, __stop_em_asm: 9 } }, "'__start_em_asm': JavaScript"],
    ["libraries of JavaScript", { places: { __em_lib_deps_x: 0 } }, "JavaScript"],
    ["another library", { library: [[2, [1, ...text("/etc/passwd")]]] }, "loads another library: '/etc/passwd'"],
    ["folders of libraries", { library: [[5, [1, ...text("/lib")]]] }, "names folders of libraries: '/lib'"],
    ["a part of dylink.0 that is not known", { library: [[9, []]] }, "part of kind 9"],
    ["more in a part than it has", { library: [[1, [0, 0, 0, 0, 2, 0]]] }, "longer than what is in it"],
    ["too much memory", { library: [[1, [...number(2 ** 31), 0, 0, 0]]] }, "2147483648 bytes of memory"],
    ["too large a table", { library: [[1, [0, 0, ...number(10 ** 6), 0]]] }, "1000000 places"],
    ["an alignment without bound", { library: [[1, [0, 200, 1, 0, 0]]] }, "2^200"],
    ["symbols without end", { library: [[3, number(2 ** 32 - 1)]] }, "4294967295 names"],
    ["system calls", { imports: [["wasi_snapshot_preview1", "fd_write", functionImport]] }, "fd_write"],
    ["the runtime's callbacks", { imports: [["env", "tree_sitter_log_callback", functionImport]] }, "callback"],
    ["what every object has", { imports: [["env", "constructor", functionImport]] }, "env.constructor"],
    ["symbols of other modules", { imports: [["GOT.func", "malloc", [0x03, i32, 0x01]]] }, "GOT.func.malloc"],
    ["a name of another kind", { imports: [["env", "malloc", [0x03, i32, 0x01]]] }, "env.malloc"],
    ["a type that hides imports", { imports: [["env", "__table_base", [0x03, 0x64, 0x70, 0x00]]] }, "of a type"],
    ["a start function", { sections: [[8, [0]]] }, "runs while it is loaded"],
    ["a memory of its own", { sections: [[5, [1, 0, 1]]] }, "a memory of its own"],
    ["a section that is not known", { sections: [[77, []]] }, "a section of kind 77"],
    ["other exports", { functions: ["tree_sitter_x", "malloc"] }, "'malloc', which is not a function of a grammar"],
    ["__proto__", { functions: ["tree_sitter_x", "__proto__"] }, "'__proto__'"],
    ["a place under a grammar's name", { places: { tree_sitter_y: 0 } }, "'tree_sitter_y'"],
    ["no language", { functions: ["__wasm_call_ctors"] }, "no function tree_sitter_<name>"],
    ["a scanner alone", { functions: ["tree_sitter_x_external_scanner_scan"] }, "no function tree_sitter_<name>"],
  ];

  test.each(refused)("refuses %s", (_, module, reason) => {
    expect(() => checkGrammarModule(wasmModule(module))).toThrow(reason);
    expect(() => checkGrammarModule(wasmModule(module))).toThrow("Build it with tree-sitter build --wasm");
  });

  test("refuses what is no module, or none of a dynamic library", () => {
    expect(() => checkGrammarModule(Buffer.from("int main() {}"))).toThrow("not a WASM module");
    expect(() => checkGrammarModule(new Uint8Array())).toThrow("not a WASM module");
    expect(() => checkGrammarModule(wasmModule().subarray(0, 8))).toThrow("dylink.0");
    const runtime = readFileSync(join(packageFolder, "node_modules/web-tree-sitter/web-tree-sitter.wasm"));
    expect(() => checkGrammarModule(runtime)).toThrow("It imports");
  });

  test("says what is wrong with each beginning of a module", () => {
    const whole = wasmModule({ data: "x".repeat(200) });
    for (let length = 0; length < whole.length; length++) {
      const thrown = thrownBy(() => checkGrammarModule(whole.subarray(0, length)));
      // Code and data come after all that is checked.
      if (thrown === undefined) expect(whole.subarray(length).length).toBeLessThan(250);
      else expect(thrown).toBeInstanceOf(UserError);
    }
  });

  test("never fails otherwise, whatever the bytes", () => {
    const [, , javascript = new Uint8Array()] = realGrammars;
    const beginning = Uint8Array.from(javascript.subarray(0, 1_000));
    const changed = fc.array(fc.tuple(fc.nat(999), fc.nat(255)), { maxLength: 20 }).map((changes) => {
      const bytes = Uint8Array.from(beginning);
      for (const [place, value] of changes) bytes[place] = value;
      return bytes;
    });
    const withMagic = fc
      .uint8Array({ maxLength: 200 })
      .map((bytes) => Buffer.concat([beginning.subarray(0, 8), bytes]));
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), withMagic, changed), (bytes) => {
        const thrown = thrownBy(() => checkGrammarModule(bytes));
        if (thrown !== undefined) expect(thrown).toBeInstanceOf(UserError);
      }),
      { numRuns: 3_000, seed },
    );
  });
});

function thrownBy(act: () => void): unknown {
  try {
    act();
    return undefined;
  } catch (error) {
    return error;
  }
}

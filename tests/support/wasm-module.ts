/** What a module is assembled of; what is left out is as a grammar without an external scanner has it. */
export interface WasmModule {
  /** Parts of the dylink.0 section by their ids. */
  readonly library?: readonly (readonly [id: number, bytes: readonly number[]])[];
  /** Imports besides the memory and its base, with the bytes of their types. */
  readonly imports?: readonly (readonly [module: string, name: string, type: readonly number[]])[];
  /** Names under which the function is exported that gives the language. */
  readonly functions?: readonly string[];
  /** Names that are exported as places in `data`. */
  readonly places?: Readonly<Record<string, number>>;
  /** What stands in the module's memory. */
  readonly data?: string;
  /** Sections before the code, with their ids. */
  readonly sections?: readonly (readonly [id: number, bytes: readonly number[]])[];
}

/** The bytes of a function of type 0 as an import. */
export const functionImport = [0x00, 0x00];

export const i32 = 0x7f;

/** Assembles a module that web-tree-sitter's loader compiles. */
export function wasmModule(module: WasmModule = {}): Uint8Array {
  const { imports = [], functions = ["tree_sitter_evil"], places = {}, data = "", sections = [] } = module;
  const library = module.library ?? [[1, [...number(Buffer.byteLength(data)), 0, 0, 0]]];
  const allImports: NonNullable<WasmModule["imports"]> = [
    ["env", "memory", [0x02, 0x00, 0x00]],
    ["env", "__memory_base", [0x03, i32, 0x00]],
    ...imports,
  ];
  const importedFunctions = imports.filter(([, , [kind]]) => kind === 0x00).length;
  const importedGlobals = 1 + imports.filter(([, , [kind]]) => kind === 0x03).length;
  const global = (place: number) => [i32, 0x00, 0x41, ...signed(place), 0x0b];
  const exported = [
    ...functions.map((name) => [...text(name), 0x00, ...number(importedFunctions)]),
    ...Object.keys(places).map((name, i) => [...text(name), 0x03, ...number(importedGlobals + i)]),
  ];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
    ...section(0, [...text("dylink.0"), ...library.flatMap(([id, bytes]) => section(id, bytes))]),
    ...section(1, list([[0x60, 0x00, 0x01, i32]])),
    ...section(2, list(allImports.map(([from, name, type]) => [...text(from), ...text(name), ...type]))),
    ...section(3, list([[0x00]])),
    ...section(6, list(Object.values(places).map(global))),
    ...section(7, list(exported)),
    ...sections.flatMap(([id, bytes]) => section(id, bytes)),
    ...section(10, list([[0x04, 0x00, 0x41, 0x00, 0x0b]])),
    ...section(11, list([[0x00, 0x23, 0x00, 0x0b, ...text(data)]])),
  ]);
}

/** A module that writes a file when web-tree-sitter loads it: as EM_JS or as EM_ASM of Emscripten. */
export function evilModule(kind: "em_js" | "em_asm", marker: string): Uint8Array {
  const write = `require("node:fs").writeFileSync(${JSON.stringify(marker)}, "")`;
  if (kind === "em_js") return wasmModule({ data: `(void)<::>0; ${write}\0`, places: { __em_js__evil: 0 } });
  const data = `}; ${write}; {\0`;
  return wasmModule({ data, places: { __start_em_asm: 0, __stop_em_asm: data.length } });
}

export function text(value: string): number[] {
  const bytes = Buffer.from(value);
  return [...number(bytes.length), ...bytes];
}

/** LEB128. */
export function number(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...number(Math.floor(value / 0x80))];
}

function signed(value: number): number[] {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}

function section(id: number, bytes: readonly number[]): number[] {
  return [id, ...number(bytes.length), ...bytes];
}

function list(items: readonly (readonly number[])[]): number[] {
  return [...number(items.length), ...items.flat()];
}

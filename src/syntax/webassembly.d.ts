/** The part of WebAssembly's JavaScript interface that is used here: neither Node's types nor es2023 have it. */
declare namespace WebAssembly {
  class Memory {
    constructor(limits: { readonly initial: number; readonly maximum: number; readonly shared?: boolean });
    readonly buffer: ArrayBuffer;
  }

  /** @throws Error for bytes that are not a module */
  class Module {
    constructor(bytes: Uint8Array);
  }

  /** @typeParam Exports what the module exports, which is not checked */
  class Instance<Exports> {
    constructor(module: Module, imports: Readonly<Record<string, object>>);
    readonly exports: Exports;
  }

  class Global<Type extends "i32"> {
    readonly type: Type;
    readonly value: number;
  }
}

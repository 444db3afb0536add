/** The part of WebAssembly's JavaScript interface that is used here: neither Node's types nor es2023 have it. */
declare namespace WebAssembly {
  class Memory {
    constructor(limits: { readonly initial: number; readonly maximum: number });
    readonly buffer: ArrayBuffer;
  }
}

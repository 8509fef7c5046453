/**
 * Declares the parts of WebAssembly's JavaScript interface that are used here. TypeScript itself declares them only for
 * browsers.
 */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module);
    readonly exports: Readonly<Record<string, unknown>>;
  }
  class RuntimeError extends Error {}
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  interface Global {
    readonly value: number;
  }
  function instantiate(bytes: Uint8Array): Promise<{ readonly instance: Instance }>;
}

/** What is used of WebAssembly's JavaScript interface, which TypeScript knows as a part of browsers alone. */
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

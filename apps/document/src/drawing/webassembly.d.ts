/**
 * The part of Node's WebAssembly API that is used here. TypeScript declares it only in its library for
 * browsers.
 */
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>;
  class Module {
    constructor(bytes: Uint8Array);
  }
  class RuntimeError extends Error {}
  class Instance {
    constructor(module: Module, imports: Imports);
    readonly exports: Record<string, unknown>;
  }
}

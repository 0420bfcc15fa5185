declare module '@prisma/schema-engine-wasm/schema_engine_bg' {
  export * from '@prisma/schema-engine-wasm';
  export function __wbg_set_wasm(exports: Record<string, unknown>): void;
}

/** The part of the WebAssembly API used here; TypeScript declares it only in its browser library. */
declare namespace WebAssembly {
  function instantiate(
    bytes: Uint8Array,
    imports: Record<string, object>,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
}

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { SchemaEngine } from '@prisma/schema-engine-wasm';
import { CharPool, CharPrismaPg } from './char-columns.js';

let loaded: Promise<typeof glue> | undefined;

/** Prisma's schema engine as WebAssembly: the native engine is a download that npm does not provide. */
export async function schemaEngine(url: string): Promise<{ engine: SchemaEngine; close(): Promise<void> }> {
  const { SchemaEngine: Engine } = await (loaded ??= load());
  const pool = new CharPool({ connectionString: url });
  const adapter = bindMigrationAwareSqlAdapterFactory(new CharPrismaPg(pool));
  const engine = await Engine.new({ datamodels: undefined }, () => undefined, adapter);
  return { engine, close: () => pool.end() };
}

/**
 * Loaded manually rather than through its own entry, which imports the .wasm file as a module: Jest cannot do
 * that.
 */
async function load(): Promise<typeof glue> {
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm');
  const bytes = await readFile(path.join(path.dirname(entry), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return glue;
}

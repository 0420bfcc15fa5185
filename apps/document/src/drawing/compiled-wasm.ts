import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const compiled = new Map<string, WebAssembly.Module>();

/** Compiles a package's WebAssembly file at first use: a process that only inspects uploads does not need it. */
export function compiledWasm(file: string): WebAssembly.Module {
  const known = compiled.get(file);
  if (known) return known;
  const module = new WebAssembly.Module(readFileSync(fileURLToPath(import.meta.resolve(file))));
  compiled.set(file, module);
  return module;
}

import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';
import { swcOptions } from '../../build/swc-options.mjs';

/** Sources are imported by the name of their compiled file: `./token.js` is `./token.ts`. */
function sourceOf(specifier, parent) {
  if (!specifier.startsWith('.') || !specifier.endsWith('.js') || !parent?.includes('.ts')) return specifier;
  const source = specifier.replace(/\.js$/, '.ts');
  return existsSync(new URL(source, parent)) ? source : specifier;
}

const jestGlobals = new URL('./jest-globals.mjs', import.meta.url).href;

/** Node strips types, but does not support decorators; swc compiles them with the build's options. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals'
      ? { url: jestGlobals, shortCircuit: true }
      : next(sourceOf(specifier, context.parentURL), context),
  load(url, context, next) {
    if (!url.startsWith('file:') || url.includes('/node_modules/')) return next(url, context);
    const file = fileURLToPath(new URL(url));
    if (!file.endsWith('.ts')) return next(url, context);
    const { code } = transformSync(readFileSync(file, 'utf8'), {
      ...swcOptions,
      sourceMaps: 'inline',
      filename: file,
    });
    return { format: 'module', source: code, shortCircuit: true };
  },
});

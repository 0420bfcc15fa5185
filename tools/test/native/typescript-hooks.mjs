import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const SWC = {
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
};

/** Sources are imported by the name of their compiled file: `./token.js` is `./token.ts`. */
function sourceOf(specifier, parent) {
  if (!specifier.startsWith('.') || !specifier.endsWith('.js') || !parent?.includes('.ts')) return specifier;
  const source = specifier.replace(/\.js$/, '.ts');
  return existsSync(new URL(source, parent)) ? source : specifier;
}

const jestGlobals = new URL('./jest-globals.mjs', import.meta.url).href;

/** Node strips types, but does not support decorators; swc compiles them as in the build. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals'
      ? { url: jestGlobals, shortCircuit: true }
      : next(sourceOf(specifier, context.parentURL), context),
  load(url, context, next) {
    if (!url.startsWith('file:') || url.includes('/node_modules/')) return next(url, context);
    const file = fileURLToPath(new URL(url));
    if (!file.endsWith('.ts')) return next(url, context);
    const { code } = transformSync(readFileSync(file, 'utf8'), { ...SWC, filename: file });
    return { format: 'module', source: code, shortCircuit: true };
  },
});

// Compiles `src` of a service or library to JavaScript in its `dist`, without checking types:
//
//   node ../../tools/build/compile.mjs            in the package's folder
//   node tools/build/compile.mjs apps/token …     at the root
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';
import { swcOptions } from './swc-options.mjs';

/** Whether the build compiles this file of `src`. */
export const isCompiled = (file) => file.endsWith('.ts') && !/\.(?:spec|d)\.ts$/.test(file);

/** Compiles a package and removes stale output, except the bundle. Throws on a syntax error. */
export function compilePackage(folder) {
  const sources = filesUnder(path.join(folder, 'src')).filter(isCompiled);
  const written = new Set(sources.flatMap((file) => compileFile(folder, file)));
  for (const file of filesUnder(path.join(folder, 'dist')))
    if (!written.has(file) && !file.startsWith(`bundle${path.sep}`)) rmSync(path.join(folder, 'dist', file));
}

/** Compiles one file, named relative to `src`; returns what it wrote, relative to `dist`. */
function compileFile(folder, file) {
  const [source, target] = [path.join(folder, 'src', file), file.replace(/\.ts$/, '.js')];
  const output = path.join(folder, 'dist', target);
  const { code, map } = transformSync(readFileSync(source, 'utf8'), {
    ...swcOptions,
    filename: source,
    sourceFileName: path.relative(path.dirname(output), source),
    sourceMaps: true,
    inlineSourcesContent: false,
  });
  mkdirSync(path.dirname(output), { recursive: true });
  writeFileSync(output, `${code}//# sourceMappingURL=${path.basename(target)}.map\n`);
  writeFileSync(`${output}.map`, map);
  return [target, `${target}.map`];
}

/** Paths of the files below `folder`, relative to it; none if it does not exist. */
function filesUnder(folder) {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return files.map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)));
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folders = process.argv.slice(2);
  for (const folder of folders.length > 0 ? folders : ['.']) compilePackage(path.resolve(folder));
}

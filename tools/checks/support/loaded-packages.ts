import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from '../../stack/paths.ts';
import { parse } from './sources.ts';

interface Manifest {
  exports: Record<string, { default: string } | string>;
}

/**
 * The npm packages that programs load when they start, each with a file that imports it. Follows imports through our
 * own packages, except type-only and dynamic imports.
 */
export function loadedPackages(programs: string[]): Map<string, string> {
  const [seen, open, packages] = [new Set<string>(), [...programs], new Map<string, string>()];
  for (let file = open.pop(); file; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const name of loadedNames(file)) {
      const source = sourceOf(name, file);
      if (source) open.push(source);
      else if (!name.startsWith('.') && !name.startsWith('node:')) packages.set(packageName(name), file);
    }
  }
  return packages;
}

function loadedNames(file: string): string[] {
  return parse(file).statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    const { moduleSpecifier: name } = statement;
    return name && ts.isStringLiteral(name) && !isType(statement) ? [name.text] : [];
  });
}

function isType(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly;
  const clause = statement.importClause;
  if (!clause || clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return clause !== undefined;
  const { name, namedBindings } = clause;
  if (name || !namedBindings || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly);
}

/** The source of a relative import or of one of our packages; undefined for other packages and for missing files. */
function sourceOf(name: string, from: string): string | undefined {
  const target = name.startsWith('.') ? path.posix.join(path.posix.dirname(from), name) : ownModule(name);
  if (!target) return undefined;
  return [target.replace(/\.js$/, '.ts'), target].find((file) => existsSync(path.join(root, file)));
}

/** `@caredrop/testing/backing` → `libs/testing/src/backing/index.js` */
function ownModule(name: string): string | undefined {
  const [, library, rest] = /^@caredrop\/([\w-]+)(\/.*)?$/.exec(name) ?? [];
  if (!library) return undefined;
  const file = path.join(root, 'libs', library, 'package.json');
  const entry = (JSON.parse(readFileSync(file, 'utf8')) as Manifest).exports[`.${rest ?? ''}`];
  const built = typeof entry === 'object' ? entry.default : entry;
  return built && path.posix.join('libs', library, built.replace('./dist/', 'src/'));
}

const packageName = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

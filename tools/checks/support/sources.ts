import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from '../../stack/paths.ts';

const ignored = new Set([
  'node_modules',
  'dist',
  'generated',
  'artefacts',
  'test-results',
  '.nx',
  '.caredrop',
]);

/** Every TypeScript file below a folder of the repository, by its path relative to the root, sorted. */
export function typeScriptFiles(folder: string): string[] {
  const found = readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return ignored.has(entry.name) ? [] : typeScriptFiles(file);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [file] : [];
  });
  return found.sort();
}

export const isTest = (file: string): boolean => /\.(spec\.tsx?|e2e\.ts)$/.test(file);

/** Parses a file of the repository into a syntax tree, without types. */
export function parse(file: string): ts.SourceFile {
  const text = readFileSync(path.join(root, file), 'utf8');
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
}

/** The text of a string or template literal; `${}` expressions stay as they are written. */
export function textOf(node: ts.Node | undefined): string | undefined {
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  const spans = node.templateSpans.map(
    ({ expression, literal }) => `\${${expression.getText()}}${literal.text}`,
  );
  return node.head.text + spans.join('');
}

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from '../stack/paths.ts';

/**
 * Descriptions of settings by name: the comments before them in an app's `config.ts` and in the building
 * blocks of service-kit.
 */
export function meanings(app: string): Map<string, string> {
  const shared = path.join(root, 'libs/service-kit/src');
  const blocks = readdirSync(shared, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /settings\.ts$/.test(name),
  );
  const files = [
    ...blocks.map((name) => path.join(shared, name)),
    path.join(root, 'apps', app, 'src/config.ts'),
  ];
  return new Map(files.flatMap(commentsIn));
}

function commentsIn(file: string): [string, string][] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: [string, string][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && /^[A-Z][A-Z0-9_]+$/.test(node.name.getText())) {
      const text = commentBefore(node, source);
      if (text) found.push([node.name.getText(), text]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The documentation comment's text on one line, without its stars. */
function commentBefore(node: ts.Node, source: ts.SourceFile): string | undefined {
  const ranges = ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? [];
  const last = ranges.at(-1);
  if (!last) return undefined;
  const text = source.text.slice(last.pos, last.end);
  return text
    .replace(/^\/\*\*?|\*\/$|^\/\/ ?/g, '')
    .replace(/^\s*\* ?/gm, '')
    .replace(/\{@link ([^}]+)\}/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

import ts from 'typescript';
import { parse, textOf } from './sources.ts';
import { byName, eachRow, loopRows, type Row } from './test-rows.ts';

export interface FoundTest {
  file: string;
  /** The titles of its groups and its own, joined by ' › '. */
  title: string;
  /** The source of the test itself: its titles, its table row and its body. */
  own: string;
  /** The helpers and constants of its file that it uses. */
  used: string;
}

interface Group {
  titles: string[];
  rows: Row[] | null;
}

/** Functions that define a test; the last two are those of apps/e2e/support/test.ts. */
const testWords = new Set(['it', 'test', 'asClinician', 'asAdmin']);
const isWord = (name: string | undefined): boolean => name === 'describe' || testWords.has(name ?? '');

/**
 * Returns the word that defines a test or a group: `it` for `it(…)` and `it.each(rows)(…)`, `describe` for
 * `describe(…)` and `test.describe(…)`. Returns undefined for any other call.
 */
function wordOf(callee: ts.Expression): string | undefined {
  if (ts.isIdentifier(callee)) return isWord(callee.text) ? callee.text : undefined;
  if (ts.isCallExpression(callee)) return wordOf(callee.expression);
  if (!ts.isPropertyAccessExpression(callee) || !wordOf(callee.expression)) return undefined;
  if (['extend', 'use', 'step', 'setTimeout'].includes(callee.name.text)) return undefined;
  return callee.name.text === 'describe' ? 'describe' : wordOf(callee.expression);
}

/** All tests of a file; each row of a literal table is a separate test. */
export function readTests(file: string): FoundTest[] {
  const source = parse(file);
  const declared = byName(source);
  const found: FoundTest[] = [];

  const add = (call: ts.CallExpression, title: string, group: Group): void => {
    const each = eachRow(call, declared);
    const rows = each.rows ?? group.rows ?? [{ name: (text: string) => text, text: '', table: '' }];
    for (const row of rows) {
      const titles = [...group.titles, title].map(row.name);
      const own = [...titles, row.text, call.arguments.at(-1)?.getText() ?? ''].join('\n');
      found.push({ file, title: titles.join(' › '), own, used: usedBy(own, declared, row.table) });
    }
  };

  const visit = (node: ts.Node, group: Group): void => {
    if (ts.isForOfStatement(node)) {
      const rows = loopRows(node, declared);
      return visit(node.statement, { ...group, rows: rows ?? group.rows });
    }
    const word = ts.isCallExpression(node) ? wordOf(node.expression) : undefined;
    const title = ts.isCallExpression(node) ? textOf(node.arguments[0]) : undefined;
    if (!ts.isCallExpression(node) || !word || title === undefined || node.arguments.length < 2)
      return void ts.forEachChild(node, (child) => visit(child, group));
    if (word !== 'describe') return add(node, title, group);
    const { rows } = eachRow(node, declared);
    const inner = { titles: [...group.titles, title], rows: rows ?? group.rows };
    node.arguments.forEach((part) => visit(part, inner));
  };
  visit(source, { titles: [], rows: null });
  return found;
}

/** The top-level declarations that a text uses, directly or indirectly, without the row's table. */
function usedBy(text: string, declared: Map<string, ts.Node>, table: string): string {
  const seen = new Set([table]);
  const collect = (from: string): string =>
    [...new Set(from.match(/[A-Za-z_$][\w$]*/g))]
      .filter((name) => declared.has(name) && !seen.has(name))
      .map((name) => {
        seen.add(name);
        const body = declared.get(name)?.getText() ?? '';
        return `${body}\n${collect(body)}`;
      })
      .join('\n');
  return collect(text);
}

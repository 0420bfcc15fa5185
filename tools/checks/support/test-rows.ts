import ts from 'typescript';
import { textOf } from './sources.ts';

/** One row of a table of tests. */
export interface Row {
  /** The title with this row's values. */
  name: (title: string) => string;
  text: string;
  /** The name of the table, if it has one. */
  table: string;
}

/** The declarations of a file by name, without imports. */
export function byName(source: ts.SourceFile): Map<string, ts.Node> {
  const found = new Map<string, ts.Node>();
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && node.name) found.set(node.name.text, node);
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) found.set(node.name.text, node);
    // Other tests of the file cannot use declarations inside a function.
    if (!ts.isFunctionDeclaration(node)) ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function strip(node: ts.Node | undefined): ts.Node | undefined {
  if (!node) return undefined;
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return strip(node.expression);
  return ts.isVariableDeclaration(node) ? strip(node.initializer) : node;
}

/** The elements of a literal list, or of one that is defined at the top of the file. */
function elements(node: ts.Node | undefined, declared: Map<string, ts.Node>) {
  const table = node && ts.isIdentifier(node) ? node.text : '';
  const list = strip(table ? declared.get(table) : node);
  return list && ts.isArrayLiteralExpression(list) ? { table, list: [...list.elements] } : null;
}

/** A value as shown in a title: strings unquoted, anything else as source text, on one line. */
function shown(node: ts.Node): string {
  const text = (textOf(node) ?? node.getText()).replaceAll(/\s+/g, ' ').trim();
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** The rows of `it.each(rows)(…)`, whose title contains `%s` and the like for their values, in order. */
export function eachRow(call: ts.CallExpression, declared: Map<string, ts.Node>): { rows: Row[] | null } {
  const table = call.expression;
  if (!ts.isCallExpression(table) || !/\.each$/.test(table.expression.getText())) return { rows: null };
  const found = elements(table.arguments[0], declared);
  if (!found) {
    const text = table.arguments[0]?.getText() ?? '';
    return { rows: [{ name: (title) => title, text, table: '' }] };
  }
  return {
    rows: found.list.map((row) => {
      const cells = (ts.isArrayLiteralExpression(row) ? [...row.elements] : [row]).map(shown);
      return { name: (title) => fill(title, cells), text: row.getText(), table: found.table };
    }),
  };
}

function fill(title: string, cells: string[]): string {
  const left = [...cells];
  return title.replaceAll(/%[sdijop]/g, (sign) => left.shift() ?? sign);
}

/**
 * The rows of a loop around tests: `for (const screen of screens)`, whose titles contain `${screen.name}`.
 */
export function loopRows(loop: ts.ForOfStatement, declared: Map<string, ts.Node>): Row[] | null {
  const variable = ts.isVariableDeclarationList(loop.initializer)
    ? loop.initializer.declarations[0]?.name.getText()
    : undefined;
  const found = elements(loop.expression, declared);
  if (!found || !variable) return null;
  return found.list.map((row) => ({
    name: (title) =>
      title.replaceAll(/\$\{([\w.]+)\}/g, (all, name: string) => valueOf(row, variable, name) ?? all),
    text: row.getText(),
    table: found.table,
  }));
}

function valueOf(row: ts.Node, variable: string, name: string): string | undefined {
  if (name === variable) return textOf(row);
  if (!ts.isObjectLiteralExpression(row)) return undefined;
  const property = row.properties.find((one) => `${variable}.${one.name?.getText() ?? ''}` === name);
  return property && ts.isPropertyAssignment(property) ? textOf(property.initializer) : undefined;
}

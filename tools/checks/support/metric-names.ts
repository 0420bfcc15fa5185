import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from '../../stack/paths.ts';

/** Our functions that create a metric; their first parameter is its name. */
const makers = new Set([
  'counter',
  'gauge',
  'histogram',
  'measuredGauge',
  'measuredGauges',
  'measured',
  'measure',
  'own',
]);
const nameForm = /^[a-z]+(_[a-z0-9]+)+$/;

/** Names of all metrics that services and libraries create. */
export function metricNames(): Set<string> {
  const files = globSync('{apps,libs}/*/src/**/*.ts', { cwd: root }).filter(
    (file) => !/\.spec\.ts$|\/generated\/|apps\/(web|e2e)\//.test(file),
  );
  return new Set(files.flatMap((file) => namesIn(readFileSync(path.join(root, file), 'utf8'), file)));
}

/** Finds `counter('name', …)` and the like, `new Counter({ name: 'name', … })`, and a constant `NAME`. */
export function namesIn(text: string, file = 'source.ts'): string[] {
  if (!/prom-client|service-kit|[mM]etrics/.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const literal = ts.isStringLiteral(node) && nameForm.test(node.text) ? node : undefined;
    if (literal && (isMade(literal) || isNamed(literal))) found.push(literal.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isMade({ parent, ...literal }: ts.StringLiteral): boolean {
  if (!ts.isCallExpression(parent) || parent.arguments[0]?.pos !== literal.pos) return false;
  const { expression } = parent;
  const called = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
  return makers.has(called);
}

function isNamed({ parent }: ts.StringLiteral): boolean {
  if (ts.isVariableDeclaration(parent)) return parent.name.getText() === 'NAME';
  if (!ts.isPropertyAssignment(parent) || parent.name.getText() !== 'name') return false;
  return parent.parent.properties.some((other) => other.name?.getText() === 'help');
}

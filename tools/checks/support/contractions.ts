import { actionsOf, statementsOf } from './sql-statements.ts';

/*
 * Finds statements of a migration that the previous version cannot work with (docs/upgrades.md). The rule is an allow
 * list: every unknown statement counts as a contraction.
 */

/** `-- contracts: nothing reads it since 0.4.0: <why>`. */
const REASON = /^--\s*contracts:\s*nothing (?:reads|writes|uses) (?:it|them) since \d+\.\d+\.\d+\b.*\S/m;

const statesReason = (sql: string): boolean => REASON.test(sql);

/** The contracting statements of a file; empty if it only expands, or gives the reason why it may contract. */
export function contractionsIn(sql: string): string[] {
  if (statesReason(sql)) return [];
  const statements = statementsOf(sql);
  const fresh = new Set(
    statements.flatMap((one) => /^CREATE TABLE (?:IF NOT EXISTS )?(\S+)/i.exec(one)?.[1] ?? []),
  );
  const ended = widened(statements);
  return statements.filter((one) => !expands(one, fresh) && !ended.has(one));
}

function expands(statement: string, fresh: Set<string>): boolean {
  if (/^(CREATE (TABLE|EXTENSION|SEQUENCE|INDEX|VIEW|TYPE)|COMMENT ON|GRANT|DROP INDEX) /i.test(statement))
    return true;
  if (/^CREATE FUNCTION /i.test(statement)) return true;
  // The previous version reads additional rows and new values like any other.
  if (/^INSERT INTO /i.test(statement)) return true;
  const unique = /^CREATE UNIQUE INDEX .*? ON (\S+)/i.exec(statement)?.[1];
  const trigger = /^CREATE (?:CONSTRAINT )?TRIGGER .*? ON (\S+)/i.exec(statement)?.[1];
  const table = unique ?? trigger;
  if (table) return fresh.has(table);
  const [, altered, actions = ''] =
    /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\S+) (.*)$/i.exec(statement) ?? [];
  if (!altered) return false;
  return fresh.has(altered) || actionsOf(actions).every(expandsTable);
}

/** A column that the previous version need not fill, a default, a removed NOT NULL, or a statistics target. */
function expandsTable(action: string): boolean {
  if (/^ADD COLUMN /i.test(action))
    return (
      !/\b(UNIQUE|PRIMARY KEY|REFERENCES|CHECK)\b/i.test(action) &&
      (!/NOT NULL/i.test(action) || / DEFAULT /i.test(action))
    );
  return /^ALTER COLUMN \S+ (SET DEFAULT|DROP NOT NULL|SET STATISTICS)\b/i.test(action);
}

/** The statements that replace a `CHECK ("state" IN ('a', 'b'))`; {@link allowedValues} shows if a value is lost. */
function widened(statements: string[]): Set<string> {
  const dropped = statements.filter((one) => /^ALTER TABLE \S+ DROP CONSTRAINT \S+$/i.test(one));
  const both = dropped.flatMap((drop) => {
    const [, table = '', name = ''] = /^ALTER TABLE (\S+) DROP CONSTRAINT (\S+)$/i.exec(drop) ?? [];
    const start = `ALTER TABLE ${table} ADD CONSTRAINT ${name} CHECK ("`;
    const add = statements.find((one) => one.startsWith(start) && /" IN \([^)]*\)\)$/.test(one));
    return add ? [drop, add] : [];
  });
  return new Set(both);
}

/** The values that each `CHECK ("column" IN (…))` of a migration allows, by constraint. */
export function allowedValues(sql: string): Map<string, Set<string>> {
  const found = sql.matchAll(/CONSTRAINT ("\w+")\s+CHECK \("\w+" IN \(([^)]*)\)\)/g);
  return new Map([...found].map(([, name = '', list = '']) => [name, new Set(list.match(/'[^']*'/g))]));
}

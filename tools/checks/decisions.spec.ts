import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { decisionProblems, type Decision } from './support/decisions.ts';
import { root } from '../stack/paths.ts';

const folder = path.join(root, 'docs/adr');
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
const decisions: Decision[] = readdirSync(folder)
  .filter((file) => file !== 'README.md')
  .map((file) => ({ file, text: read(file) }));

it('architecture decisions are numbered without gaps, have all sections and are in the index', () => {
  expect(decisions.length).toBeGreaterThan(1);
  expect(decisionProblems(decisions, read('README.md'))).toEqual([]);
});

const sound =
  '# 0001 Use Postgres\n\n- Status: accepted\n- Date: 2026-11-21\n\n## Context\n\n## Decision\n\n## Consequences\n';
const index = '| [0001](0001-use-postgres.md) | Use Postgres |';

it('a well-formed decision has no problem', () => {
  expect(decisionProblems([{ file: '0001-use-postgres.md', text: sound }], index)).toEqual([]);
});

it.each([
  ['a gap', '0002-use-postgres.md', sound.replace('0001', '0002'), 'expected number 0001, found 0002'],
  ['another number in the title', '0001-use-postgres.md', sound.replace('0001', '0003'), 'the title'],
  ['a missing status', '0001-use-postgres.md', sound.replace('Status', 'State'), 'no status'],
  ['a missing date', '0001-use-postgres.md', sound.replace('2026-11-21', 'today'), 'no date'],
  ['a missing section', '0001-use-postgres.md', sound.replace('## Decision', ''), 'sections'],
  ['another title in the index', '0001-use-postgres.md', sound.replace('Postgres', 'SQLite'), 'index'],
])('a faulty decision record is reported: %s', (_what, file, text, problem) => {
  expect(decisionProblems([{ file, text }], index)).toContainEqual(expect.stringContaining(problem));
});

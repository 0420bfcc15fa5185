import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryFiles } from './support/repository-files.ts';
import { root } from '../stack/paths.ts';

/** References to numbered sections, requirements and issues of documents outside this repository. */
const elsewhere =
  /\b(design|spec) §|\bapi\.md \d|\blook\.md\b|\bspec\.md\b|\bissue \d|\bchecklist \d|\bfinding [HMLW]\d/i;

const sources = repositoryFiles()
  .filter((file) => /\.(ts|tsx|mjs|js|css|md|sql|prisma|ya?ml|sh|env)$/.test(file))
  .filter((file) => file !== 'tools/checks/references.spec.ts');

it('no file refers to a document outside the repository', () => {
  const found = sources.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (elsewhere.test(line) ? [`${file}:${String(index + 1)}`] : [])),
  );
  expect(found).toEqual([]);
});

it.each(['(design §4.2)', 'see api.md 1a.25', 'Issue 4 names', 'checklist 22'])(
  'the reference "%s" to an outside document is detected',
  (text) => {
    expect(text).toMatch(elsewhere);
  },
);

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brokenLinks } from './support/links.ts';
import { repositoryFiles } from './support/repository-files.ts';
import { root } from '../stack/paths.ts';

const pages = repositoryFiles('*.md');

it.each(pages)('every link in %s points to an existing file and heading', (page) => {
  const text = readFileSync(path.join(root, page), 'utf8');
  expect(brokenLinks(page, text)).toEqual([]);
});

it('a link to a missing file or heading is reported', () => {
  const text =
    '[a](no-such-file.md) [b](README.md#no-such-heading) [c](#here) [d](https://example.org/x)\n\n## Here\n';
  expect(brokenLinks('docs/adr/0001-record-architecture-decisions.md', text)).toEqual([
    'no-such-file.md',
    'README.md#no-such-heading',
  ]);
});

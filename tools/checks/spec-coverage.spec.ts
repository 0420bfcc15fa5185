import { readFileSync } from 'node:fs';
import path from 'node:path';
import { allTests, coverageMap } from '../coverage/coverage-map.ts';
import { sections } from '../coverage/spec-items.ts';
import { root } from '../stack/paths.ts';

const tests = allTests();
const map = coverageMap(tests);
const ids = sections.flatMap(({ items }) => items.map(({ id }) => id));

describe('the coverage map', () => {
  it('names no test that is gone', () => {
    expect(map.gone).toEqual([]);
  });

  it('is what `npm run coverage-map` makes of the tests as they are', () => {
    expect(readFileSync(path.join(root, 'docs/spec-coverage.md'), 'utf8')).toBe(map.markdown);
  });

  it('has each item once, all 23 calls and all 17 rows of the route table among them', () => {
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    expect(ids.filter((id) => id.startsWith('call.'))).toHaveLength(23);
    expect(ids.filter((id) => id.startsWith('route.'))).toHaveLength(19);
    expect(ids.filter((id) => id.startsWith('rule.5.'))).toHaveLength(13);
  });

  it('notices a test that goes', () => {
    const without = coverageMap(tests.filter(({ file }) => !file.endsWith('format.spec.ts')));
    expect(without.gone).toEqual(expect.arrayContaining(['constant.file-size: formatSize ›']));
    expect(without.markdown).not.toBe(map.markdown);
    expect(coverageMap([]).notYet).toEqual(ids);
  });
});

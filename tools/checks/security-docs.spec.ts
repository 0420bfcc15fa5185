import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brokenProof, checklistRows, proofsIn } from './support/checklist-rows.ts';
import { root } from '../stack/paths.ts';

const read = (name: string): string => readFileSync(path.join(root, 'docs', name), 'utf8');
const rows = checklistRows(read('security.md'));
const problems = (markdown: string): (string | null)[] =>
  proofsIn(markdown)
    .map(brokenProof)
    .filter((problem) => problem !== null);

describe('docs/security.md', () => {
  it('docs/security.md has a row for each of the 89 behaviours, in order', () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 89 }, (_, n) => n + 1));
  });

  it('every row has a state, and names a proof unless it is "not yet"', () => {
    for (const { number, state, proofs } of rows) {
      expect({ number, state }).toEqual({
        number,
        state: expect.stringMatching(/^(holds|partly: .+|not yet(: .+)?)$/) as string,
      });
      if (state !== 'not yet' && !state.startsWith('not yet:'))
        expect({ number, proofs: proofs.length }).not.toEqual({ number, proofs: 0 });
    }
  });
});

describe('the proofs named in the security documents', () => {
  it.each(['security.md', 'threat-model.md', 'hazard-log.md'])('every proof in docs/%s exists', (name) => {
    expect(problems(read(name))).toEqual([]);
    expect(proofsIn(read(name)).length).toBeGreaterThan(8);
  });

  it('a missing file and a missing test are reported', () => {
    const planted =
      '| 1 | a | holds | `gateway/test/gone.spec.ts` › x · `gateway/test/headers.spec.ts` › no such title |';
    expect(problems(planted)).toEqual([
      'gateway/test/gone.spec.ts does not exist',
      "gateway/test/headers.spec.ts has no test 'no such title'",
    ]);
  });
});

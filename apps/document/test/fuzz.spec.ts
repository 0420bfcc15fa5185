import { runFuzz } from '@caredrop/testing/fuzz';
import { readOrientation } from '../src/files/exif-orientation.js';
import { storedName } from '../src/files/file-name.js';
import { sniffType } from '../src/files/file-type.js';
import { isCutShort } from '../src/files/picture-completeness.js';
import { countPixels } from '../src/files/picture-size.js';
import { isPolyglot } from '../src/files/polyglot.js';
import { stripMetadata } from '../src/files/strip-metadata.js';
import { readForm } from '../src/inspector/read-form.js';
import { corpus, makeTargets } from './fuzz/targets.ts';

const rules = {
  sniffType,
  isPolyglot,
  countPixels,
  isCutShort,
  stripMetadata,
  readOrientation,
  storedName,
  readForm,
};
/** The same inputs in each run; `npm run fuzz` tries many others. */
const inputs = { jpeg: 800, png: 800, multipart: 2_000, exif: 2_000, names: 2_000 };
const targets = makeTargets(rules);

describe('fuzzed input', () => {
  it.each(Object.entries(inputs))(
    'no property is violated by fuzzed input: %s, %i inputs',
    async (name, most) => {
      const target = targets.find((one) => one.name === name);
      if (!target) throw new Error(`There is no target ${name}`);
      const tally = await runFuzz(target, 1, (done) => done < most);
      expect(tally.violations).toEqual({});
      expect(tally.inputs).toBe(most);
    },
  );

  it.each(['jpeg', 'png'] as const)(
    '%s: every file of the corpus can be drawn and violates no property',
    async (name) => {
      const target = targets.find((one) => one.name === name);
      for (const file of corpus(name))
        expect(await target?.check(file)).toMatchObject({ kind: 'drawn', violation: null });
    },
  );
});

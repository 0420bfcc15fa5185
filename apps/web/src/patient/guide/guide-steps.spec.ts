import { readFileSync } from 'node:fs';
import path from 'node:path';
import { guideCaptions, guideSteps } from './guide-steps.js';

const captions = path.resolve(import.meta.dirname, '../../../public/guide/guide.en.vtt');

describe('the guide', () => {
  it('fills 45 seconds without a gap', () => {
    expect(guideSteps[0].from).toBe(0);
    expect(guideSteps.at(-1)?.to).toBe(45);
    guideSteps.slice(1).forEach((step, index) => expect(step.from).toBe(guideSteps[index]?.to));
  });

  it('ships with captions that say the same as its text', () => {
    expect(readFileSync(captions, 'utf8')).toBe(guideCaptions());
  });
});

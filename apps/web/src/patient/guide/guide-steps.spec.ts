import { readFileSync } from 'node:fs';
import path from 'node:path';
import { guideCaptions, guideSteps } from './guide-steps.js';

const captions = path.resolve(import.meta.dirname, '../../../public/guide/guide.en.vtt');

describe('the guide video', () => {
  it('the guide steps cover 45 seconds without a gap', () => {
    expect(guideSteps[0].from).toBe(0);
    expect(guideSteps.at(-1)?.to).toBe(45);
    guideSteps.slice(1).forEach((step, index) => expect(step.from).toBe(guideSteps[index]?.to));
  });

  it('the captions file has the same text as the guide', () => {
    expect(readFileSync(captions, 'utf8')).toBe(guideCaptions());
  });
});

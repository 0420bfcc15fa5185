import { english } from '../testing/english.js';
import { guideCaptions, guideSteps } from './guide-steps.js';

describe('the guide video', () => {
  it('the guide steps cover 45 seconds without a gap', () => {
    expect(guideSteps[0].from).toBe(0);
    expect(guideSteps.at(-1)?.to).toBe(45);
    guideSteps.slice(1).forEach((step, index) => expect(step.from).toBe(guideSteps[index]?.to));
  });

  it('the captions are WebVTT in the language of the page', () => {
    const [head, first, second] = guideCaptions(english.captions).split('\n\n');
    expect(head).toBe('WEBVTT');
    expect(first).toBe(`00:00:00.000 --> 00:00:05.000\n${english.captions.start()}`);
    expect(second).toBe(`00:00:05.000 --> 00:00:10.000\n${english.captions.open()}`);
  });
});

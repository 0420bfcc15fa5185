import { loadAdviceCopy } from '@caredrop/patient-copy';
import { english } from '../../testing/english.js';
import type { FileProblem } from '../file-rules.js';
import { adviceTexts } from './advice-texts.js';

const adviceCopy = await loadAdviceCopy('en');
const { how } = adviceCopy;
const tooLarge: FileProblem = { reason: { code: 'file_too_large' }, advice: 'split', remedy: null };

function on(userAgent: string, maxTouchPoints: number): string[] {
  Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
  Object.defineProperty(navigator, 'maxTouchPoints', { value: maxTouchPoints, configurable: true });
  return adviceTexts(english, adviceCopy, tooLarge, null);
}

describe('how to make a PDF', () => {
  it.each([
    ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)', 5, how.printIphone()],
    ['an iPad', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, how.printIphone()],
    ['an Android phone', 'Mozilla/5.0 (Linux; Android 10; K)', 5, how.printAndroid()],
    ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, how.printComputer()],
    ['Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, how.printComputer()],
  ])('the way to make a PDF is explained for %s', (_, userAgent, touch, expected) => {
    expect(on(userAgent, touch)).toEqual([adviceCopy.split(), expected]);
  });
});

it('the advice about a converted picture does not say that it cannot be opened', () => {
  const file = new File(['GIF89a'], 'picture.gif');
  const problem: FileProblem = {
    ...{ reason: { code: 'file_type_refused' }, advice: 'convert', remedy: 'convert' },
    thing: 'picture',
  };
  const ready = { file, change: { by: 'convert' as const, sizeBefore: 6 } };
  const chosen = { file, kind: 'other image' as const, problem, warning: null, change: null, ready };
  expect(adviceTexts(english, adviceCopy, problem, chosen)).toEqual([adviceCopy.convert()]);
});

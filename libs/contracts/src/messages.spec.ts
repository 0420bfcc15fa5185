import { messages } from './messages.js';
import { sentences, type Sentence } from './sentences.js';

type Entry = string | ((...filling: (string | number)[]) => string);
const catalogue = new Map<string, Entry>(
  Object.entries(messages).flatMap(([group, entries]) =>
    Object.entries(entries).map(([key, entry]) => [`${group}.${key}`, entry as Entry] as const),
  ),
);

/** The catalogue's text for this key. */
function say([, key, , ...filling]: Sentence): string | undefined {
  const entry = catalogue.get(key);
  return typeof entry === 'function' ? entry(...filling) : entry;
}

describe('the message catalogue', () => {
  it.each(sentences.map((one) => [one[0], one[2], one] as const))(
    'the catalogue contains the message of %s: %s',
    (_source, text, sentence) => {
      expect(say(sentence)).toBe(text);
    },
  );

  it('the catalogue contains no message that is missing from the list', () => {
    expect([...catalogue.keys()].sort()).toEqual(sentences.map(([, key]) => key).sort());
  });

  it('no two messages have the same text', () => {
    const texts = sentences.map(([, , text]) => text);
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });
});

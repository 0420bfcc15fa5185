import { messages } from './messages.js';

type Entry = string | ((...values: string[]) => string);

/** Every message by its key; a placeholder shows as `{1}`. */
const catalogue = Object.fromEntries(
  Object.entries(messages).flatMap(([group, entries]) =>
    Object.entries(entries).map(([key, entry]) => [`${group}.${key}`, textOf(entry as Entry)]),
  ),
);

function textOf(entry: Entry): string {
  if (typeof entry === 'string') return entry;
  return entry(...Array.from({ length: entry.length }, (_, index) => `{${String(index + 1)}}`));
}

describe('the message catalogue', () => {
  // Clients and tests of other systems may compare these sentences: a change must be deliberate.
  it('every message has the recorded text', () => {
    expect(catalogue).toMatchSnapshot();
  });

  it('no two messages have the same text', () => {
    const texts = Object.values(catalogue);
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });
});

import { errors } from './errors.js';
import { messages } from './messages.js';

type Entry = string | ((...values: string[]) => string);

/**
 * Every message by its key, and every sentence by its code. A placeholder is shown as `{1}` or by its name.
 */
const catalogue = {
  ...textsOfMessages(),
  ...Object.fromEntries(Object.entries(errors).map(([code, { text }]) => [code, text])),
};

function textsOfMessages(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(messages).flatMap(([group, entries]) =>
      Object.entries(entries).map(([key, entry]) => [`${group}.${key}`, textOf(entry as Entry)]),
    ),
  );
}

function textOf(entry: Entry): string {
  if (typeof entry === 'string') return entry;
  return entry(...Array.from({ length: entry.length }, (_, index) => `{${String(index + 1)}}`));
}

describe('the message catalogue', () => {
  // Clients and tests of other systems may compare these sentences: a change must be deliberate.
  it('every message has the recorded text', () => {
    expect(catalogue).toMatchSnapshot();
  });
});

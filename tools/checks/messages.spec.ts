import ts from 'typescript';
import { copiedMessages, deadMessages, speakingSources } from './support/catalogue.ts';

const sources = speakingSources();
const planted = (line: string): ts.SourceFile =>
  ts.createSourceFile('apps/web/src/planted.tsx', line, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);

describe('the sentences of the catalogue', () => {
  it('are each used by an app or a library', () => {
    expect(deadMessages(sources)).toEqual([]);
  });

  it('stand nowhere else: sources say them by their key', () => {
    expect(copiedMessages(sources)).toEqual([]);
  });
});

describe('what looks for them', () => {
  it.each([
    ["const text = 'Phone number is required';", 'sms.phoneRequired'],
    ['const text = `Successfully generated ${count} tokens`;', 'token.generated'],
    ['const screen = <p>Failed to copy link</p>;', 'link.copyFailed'],
  ])('finds a copy: %s', (line, key) => {
    expect(copiedMessages([planted(line)])).toEqual([`apps/web/src/planted.tsx:1 says messages.${key}`]);
  });

  it('misses a sentence that nobody says', () => {
    const dead = deadMessages([planted('say(messages.sms\n  .phoneRequired);')]);
    expect(dead).toContain('link.copyFailed');
    expect(dead).not.toContain('sms.phoneRequired');
  });
});

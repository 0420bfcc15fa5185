import ts from 'typescript';
import { copiedMessages, deadMessages, speakingSources } from './support/catalogue.ts';

const sources = speakingSources();
const planted = (line: string): ts.SourceFile =>
  ts.createSourceFile('apps/web/src/planted.tsx', line, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);

describe('the message catalogue', () => {
  it('every message of the catalogue is used by an app or a library', () => {
    expect(deadMessages(sources)).toEqual([]);
  });

  it('no message of the catalogue is copied into a source', () => {
    expect(copiedMessages(sources)).toEqual([]);
  });
});

describe('detection of copied and unused messages', () => {
  it.each([
    ["const text = 'Phone number is required';", 'sms.phoneRequired'],
    ['const text = `Successfully generated ${count} tokens`;', 'token.generated'],
    ['const screen = <p>Failed to copy link</p>;', 'link.copyFailed'],
  ])('a copied message is reported: %s', (line, key) => {
    expect(copiedMessages([planted(line)])).toEqual([`apps/web/src/planted.tsx:1 repeats messages.${key}`]);
  });

  it('an unused message is reported', () => {
    const dead = deadMessages([planted('say(messages.sms\n  .phoneRequired);')]);
    expect(dead).toContain('link.copyFailed');
    expect(dead).not.toContain('sms.phoneRequired');
  });
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { root } from '../stack/paths.ts';
import {
  copiedMessages,
  deadErrors,
  deadMessages,
  deadSentences,
  speakingSources,
} from './support/catalogue.ts';

const sources = speakingSources();
const uploadPage = readFileSync(path.join(root, 'apps/web/upload.html'), 'utf8');
const planted = (line: string): ts.SourceFile =>
  ts.createSourceFile('apps/web/src/planted.tsx', line, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);

describe('the message catalogue', () => {
  it('every message of the catalogue is used by an app or a library', () => {
    expect(deadMessages(sources)).toEqual([]);
  });

  it('every sentence for patients is used by an app or by upload.html', () => {
    expect(deadSentences(sources, uploadPage)).toEqual([]);
  });

  it('every error code is used by an app or a library', () => {
    expect(deadErrors(sources)).toEqual([]);
  });

  it('no message of the catalogue is copied into a source', () => {
    expect(copiedMessages(sources)).toEqual([]);
  });
});

describe('detection of copied and unused messages', () => {
  it.each([
    ["const text = 'Phone number is required';", 'errors.phone_required'],
    ['const text = `${name} can be at most ${max} characters`;', 'errors.too_long'],
    ['const text = `Successfully generated ${count} tokens`;', 'messages.token.generated'],
    ['const screen = <p>Failed to copy link</p>;', 'messages.link.copyFailed'],
    ['const screen = <p>Check that you are online, then try again.</p>;', 'next.network'],
  ])('a copied message is reported: %s', (line, key) => {
    expect(copiedMessages([planted(line)])).toEqual([`apps/web/src/planted.tsx:1 repeats ${key}`]);
  });

  it('an unused message is reported', () => {
    const dead = deadMessages([planted('say(messages.sms\n  .sent);')]);
    expect(dead).toContain('link.copyFailed');
    expect(dead).not.toContain('sms.sent');
  });

  it('an unused sentence for patients is reported', () => {
    const dead = deadSentences(
      [planted("say(copy.form\n  .change()); next('busy');")],
      '<p>{{plain.wait}}</p>',
    );
    expect(dead).toContain('form.takePhoto');
    expect(
      ['form.change', 'retry.busy', 'plain.wait', 'errors.link_used'].filter((key) => dead.includes(key)),
    ).toEqual([]);
  });

  it('an unused error code is reported', () => {
    const dead = deadErrors([planted("throw appError('link_used'); schema(keys.link_expired);")]);
    expect(dead).toContain('link_revoked');
    expect(dead).not.toContain('link_used');
    expect(dead).not.toContain('link_expired');
  });
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'parse5';
import { literalTexts } from '../lint/literal-html-text.mjs';
import { root } from '../stack/paths.ts';

const textOf = (file: string): string =>
  literalTexts(parse(readFileSync(path.join(root, 'apps/web', file), 'utf8'))).join('\n');
const privacy = textOf('privacy.html');

describe('the privacy page', () => {
  it.each([
    'the clinician who deals with your request',
    'the members of the team',
    'the colleague who stands in',
    'the clinic’s administrators',
  ])('the privacy page says that the document can be seen by %s', (reader) => {
    expect(privacy).toMatch(new RegExp(`Only people of your clinic who have signed in can see .*${reader}`));
  });

  it('the privacy page says what a used link shows of a request for several documents', () => {
    expect(privacy).toMatch(/several documents, the page also lists them, shows which have arrived/);
  });

  it.each(['number', 'address'])('the privacy page says how long the clinic keeps the %s', (contact) => {
    expect(privacy).toMatch(new RegExp(`Your clinic keeps .*${contact}.* until 90 days after the link`));
  });
});

describe('the accessibility page', () => {
  it('the accessibility page says that a screen reader cannot read the pictures of documents', () => {
    expect(textOf('accessibility.html')).toMatch(
      /pictures of their pages, which a screen reader cannot read/,
    );
  });
});

import { failureText } from './failure-text.js';
import { patientCopy } from './sync.js';

const copy = patientCopy('en');

describe('the sentence for a failure', () => {
  it('a known code has the catalogue’s sentence, whatever the envelope contains', () => {
    expect(failureText(copy, { code: 'link_used', english: 'Another sentence' })).toEqual({
      text: copy.errors.link_used(),
    });
  });

  it('the envelope’s parameters are inserted into the sentence', () => {
    const { text } = failureText(copy, { code: 'image_too_large', params: { millions: 200 } });
    expect(text).toContain('more than 200 million pixels');
  });

  it.each([[undefined], [{}], [{ millions: null }], [{ millions: { a: 1 } }]])(
    'a known code with the parameters %j falls back to the envelope’s English sentence',
    (params) => {
      const failure = { code: 'image_too_large', english: 'Too large', ...(params && { params }) };
      expect(failureText(copy, failure)).toEqual({ text: 'Too large', lang: 'en' });
    },
  );

  it.each(['of_a_later_version', '', 'constructor', '__proto__'])(
    'the unknown code %j has the envelope’s English sentence, marked as English',
    (code) => {
      expect(failureText(copy, { code, english: 'A sentence' })).toEqual({ text: 'A sentence', lang: 'en' });
    },
  );

  it('an unknown code without a sentence gets the general sentence', () => {
    expect(failureText(copy, { code: 'of_a_later_version' })).toEqual({ text: copy.errors.page_failed() });
    expect(failureText(copy, { code: '', english: null })).toEqual({ text: copy.errors.page_failed() });
  });
});

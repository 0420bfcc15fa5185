import { linkValueInQuery } from './link-value.js';

const value = 'Ab3dEfGh1jKlMn0pQrStUvWxYz2468013579acegikm';
const linkValueIn = (text: string) => linkValueInQuery(new URLSearchParams({ token: text }).toString());
const [start, end] = [value.slice(0, 20), value.slice(20)];

describe('the value in an altered link', () => {
  it.each([
    ['unchanged', value],
    ['with blanks around it', `  ${value} `],
    ['before a full stop', `${value}.`],
    ['before a comma', `${value},`],
    ['before a bracket', `${value})`],
    ['before an angle bracket', `${value}>`],
    ['before a quote', `${value}"`],
    ['before a typographic quote', `${value}”`],
    ['before an ellipsis', `${value}…`],
    ['in bold', `*${value}*`],
    ['in italics', `_${value}_`],
    ['before a slash', `${value}/`],
    ['before a zero-width space', `${value}\u200b`],
    ['after an encoded equals sign', `3D${value}`],
    ['before a sentence', `${value}. Thank you`],
    ['before an encoded sentence', `${value}.%20Thank%20you`],
    ['over two lines', `${start}\r\n${end}`],
    ['over two lines of an email', `${start}=\r\n${end}`],
    ['over two lines, encoded twice', `${start}%0D%0A${end}`],
    ['over two lines, before a full stop', `${start}\n${end}.`],
    ['with a blank inside', `${start} ${end}`],
    ['with an invisible character inside', `${start}\u00ad${end}`],
    ['pasted twice', `${value}https://clinic.example/upload?token=${value}`],
  ])('the value is found %s', (_how, text) => {
    expect(linkValueIn(text)).toBe(value);
  });

  it.each([
    ['one character too short', value.slice(1)],
    ['one character too long', `${value}x`],
    ['that does not look like a value', 'invalid-token'],
    ['with a value between an encoded equals sign and a letter', `3D${value}x`],
  ])('a text %s is returned unchanged', (_how, text) => {
    expect(linkValueIn(text)).toBe(text);
  });

  it.each([
    [`token=${value}`, value],
    [`?Token=${value}`, value],
    [`utm_source=sms&amp;token=${value}`, value],
    [`token=${value}&token=`, value],
    [`TOKEN=3D${value}.`, value],
    ['', ''],
    ['other=1', ''],
    ['token=%20', ''],
  ])('the query %s has the value “%s”', (query, found) => {
    expect(linkValueInQuery(query)).toBe(found);
  });
});

import { shortenLinks } from './part-of-link.js';

const value = 'Ab3'.repeat(14) + 'Z';

it.each([
  ['a pasted link', `https://care.example/upload?token=${value}`],
  ['a link without its scheme', `care.example/upload?token=${value}&x=1`],
  ['the value of a link', value],
  ['most of the value', value.slice(0, 35)],
])('%s is shortened to the start of its value', (_, text) => {
  expect(shortenLinks(text)).toBe('Ab3Ab3Ab');
});

it.each(['P-1042', 'Ana Silva', '7f9c24e8d1b04a5f9e3c6b2a8d7f1e0c', '7f9c24e8-d1b0-4a5f-9e3c-6b2a8d7f1e0c'])(
  'the search for %s stays as it is',
  (text) => expect(shortenLinks(text)).toBe(text),
);

import { languages } from './languages.js';
import { readOffered } from './offered-languages.js';

const offered = (setting: string) => readOffered(setting).map(({ id }) => id);

describe('the languages that a clinic offers', () => {
  it('listed languages are offered in the listed order, reviewed or not', () => {
    expect(offered('pl, en,ar')).toEqual(['pl', 'en', 'ar']);
  });

  it('"reviewed" stands for the reviewed languages and "all" for all, English first', () => {
    expect(offered('reviewed')).toEqual(languages.filter(({ reviewed }) => reviewed).map(({ id }) => id));
    expect(offered('all')).toEqual(languages.map(({ id }) => id));
    expect(offered('all')[0]).toBe('en');
  });

  it.each([
    ['xx', 'there is no catalogue for "xx"; choose all, reviewed, or some of en, '],
    ['en,', 'there is no catalogue for ""'],
    ['en,all', 'there is no catalogue for "all"'],
    ['en,pl,en', 'a language occurs twice'],
  ])('the languages setting %j is refused', (setting, reason) => {
    expect(() => readOffered(setting)).toThrow(reason);
  });
});

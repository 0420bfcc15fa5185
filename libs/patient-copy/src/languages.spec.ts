import { chooseLanguage, defaultLanguage, languageOf, languages, type Language } from './languages.js';

const language = (id: string): Language => ({
  id,
  tag: id,
  name: id,
  direction: 'ltr',
  reviewed: true,
});
const available = [defaultLanguage, language('pl'), language('pt-BR'), language('ar')];
const choose = (...wanted: string[]) => chooseLanguage(wanted, available).id;

describe('the language of a page', () => {
  it('the first wanted language that is available is chosen', () => {
    expect(choose('de', 'pl', 'ar')).toBe('pl');
    expect(choose('ar', 'pl')).toBe('ar');
    expect(choose('en-US', 'pl')).toBe('en');
  });

  it('a language with a region falls back to the language without one, but not to another region', () => {
    expect(choose('pl-PL')).toBe('pl');
    expect(choose('ar-x-test-EG')).toBe('ar');
    expect(choose('pt-PT', 'pl')).toBe('pl');
    expect(choose('PT-br')).toBe('pt-BR');
  });

  it.each([[[]], [['*']], [['de', 'xx']], [['', '-', 'not a tag']]])(
    '%j gets the first offered language',
    (wanted) => {
      expect(chooseLanguage(wanted, available)).toBe(defaultLanguage);
    },
  );

  it('English is the first language and is reviewed', () => {
    expect(languages[0]).toEqual({
      id: 'en',
      tag: 'en-GB',
      name: 'English',
      direction: 'ltr',
      reviewed: true,
    });
  });

  it('a language without a catalogue is an error', () => {
    expect(() => languageOf('xx')).toThrow('There is no catalogue for xx.');
  });
});

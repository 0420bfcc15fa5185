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

  describe('a language in the script of its readers', () => {
    const offered = [defaultLanguage, language('zh'), language('pa'), language('ur'), language('pl')];
    const chosen = (...wanted: string[]) => chooseLanguage(wanted, offered).id;

    it.each([
      ['zh-CN', 'zh'],
      ['zh-SG', 'zh'],
      ['zh-Hans-HK', 'zh'],
      ['zh', 'zh'],
      ['zh-TW', 'en'],
      ['zh-HK', 'en'],
      ['zh-Hant', 'en'],
      ['pa-IN', 'pa'],
      ['pa', 'pa'],
      ['pa-PK', 'en'],
      ['pa-Arab', 'en'],
      ['ur-IN', 'ur'],
    ])('for the wanted language %s, %s is chosen', (wanted, id) => expect(chosen(wanted)).toBe(id));

    it('the next wanted language is tried if the first is in another script', () => {
      expect(chosen('zh-TW', 'zh-CN')).toBe('zh');
      expect(chosen('pa-PK', 'ur')).toBe('ur');
    });

    it('a browser without Intl.Locale gets the language whatever its script', () => {
      const { Locale } = Intl;
      Object.assign(Intl, { Locale: undefined });
      try {
        expect(chosen('zh-TW')).toBe('zh');
      } finally {
        Object.assign(Intl, { Locale });
      }
    });
  });

  it.each([[[]], [['*']], [['de', 'xx']], [['', '-', 'not a tag']]])(
    'the first offered language is chosen for the wanted languages %j',
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

  it('a language without a catalogue causes an error', () => {
    expect(() => languageOf('xx')).toThrow('There is no catalogue for xx.');
  });
});

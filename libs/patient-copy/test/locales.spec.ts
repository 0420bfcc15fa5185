import { compareWithEnglish, paramsOf } from '../build/check-locale.ts';
import { readLocale } from '../build/read-locale.ts';
import { catalogueModules } from '../build/write-modules.ts';

const header = {
  Language: 'pl',
  'X-Language-Name': 'Polski',
  'X-Direction': 'ltr',
  'X-Reviewed-By': 'A. Nowak',
  'X-Reviewed-At': '2026-11-23',
};

function locale(messages: Record<string, string>, changes: Partial<typeof header> = {}, extra = '') {
  const lines = Object.entries({ ...header, ...changes }).map(([name, value]) => `"${name}: ${value}\\n"`);
  const entries = Object.entries(messages).map(([key, text]) => `msgid "${key}"\nmsgstr "${text}"`);
  const po = `msgid ""\nmsgstr ""\n${lines.join('\n')}\n\n${entries.join('\n\n')}\n${extra}`;
  return readLocale(changes.Language?.split('-')[0] ?? 'pl', po);
}

const english = locale(
  {
    'a.plain': 'Take a photo',
    'a.text': 'Receipt from {clinic}',
    'a.number': '{over, plural, one {{over} character} other {{over} characters}}',
    'a.choice': '{named, select, no {your clinic} other {{clinic}}}',
  },
  { Language: 'en-GB' },
);
const polish = {
  'a.plain': 'Zrób zdjęcie',
  'a.text': 'Potwierdzenie od {clinic}',
  'a.number': '{over, plural, one {# znak} few {# znaki} many {# znaków} other {# znaku}}',
  'a.choice': '{named, select, no {przychodnia} other {{clinic}}}',
};
const check = (changes: Record<string, string>) => () => {
  const translation = locale({ ...polish, ...changes });
  compareWithEnglish(english, translation);
};

describe('a translation file', () => {
  it('a complete translation passes and becomes functions with its plural forms', () => {
    expect(check({})).not.toThrow();
    const source = catalogueModules(locale(polish))[''];
    expect(source).toContain('plain: () => "Zrób zdjęcie"');
    expect(source).toContain('text: (d) => "Potwierdzenie od " + d.clinic');
    expect(source).toContain('few: number("pl", d.over, 0) + " znaki"');
  });

  it.each<[string, Record<string, string>, string]>([
    ['an unknown parameter', { 'a.text': 'Od {clinic} {day}' }, 'a.text: the parameter day is unknown'],
    [
      'a value left out of the text',
      { 'a.text': 'Potwierdzenie' },
      'a.text: the parameter clinic is missing',
    ],
    [
      'a number left out of every plural form',
      { 'a.number': '{over, plural, one {znak} few {znaki} many {znaków} other {znaku}}' },
      'a.number: the parameter over is missing',
    ],
    [
      'a number left out with its plural',
      { 'a.number': 'Za dużo znaków' },
      'a.number: the parameter over is missing',
    ],
    ['an unknown key', { 'a.extra': 'x' }, 'a.extra is unknown'],
    ['an open brace', { 'a.plain': 'Zrób {zdjęcie' }, 'a.plain: '],
    ['a closing brace', { 'a.plain': 'Zrób } zdjęcie' }, 'a.plain: a brace stands alone'],
    [
      'a missing plural form',
      { 'a.number': '{over, plural, one {#} other {#}}' },
      'the form few, many is missing',
    ],
    [
      'a plural form that the language lacks',
      { 'a.number': '{over, plural, two {#} one {#} few {#} many {#} other {#}}' },
      'a.number: The plural case two is not valid',
    ],
    ['a choice without other', { 'a.choice': '{named, select, no {x}}' }, 'the form other is missing'],
    ['a formatter', { 'a.text': '{clinic, number}' }, 'a.text: {clinic, number} is not supported'],
    ['a key without a group', { plain: 'x' }, 'plain: a key is group.name'],
  ])('a translation with %s fails the build', (_what, changes, reason) => {
    expect(check(changes)).toThrow(reason);
  });

  it('a translation may leave out a choice that makes no difference in its language', () => {
    expect(check({ 'a.choice': 'Od {clinic}' })).not.toThrow();
  });

  it('a missing key fails the build, and every problem is listed', () => {
    const { 'a.plain': _left, ...rest } = polish;
    const translation = locale({ ...rest, 'a.text': '{x}' });
    expect(() => compareWithEnglish(english, translation)).toThrow(
      'pl.po:\n  a.plain is missing\n  a.text: the parameter x is unknown\n  a.text: the parameter clinic is missing',
    );
  });

  it.each<[string, () => unknown, string]>([
    ['an empty sentence', () => locale({ 'a.plain': '' }), 'pl.po: a.plain is empty'],
    [
      'a sentence that occurs twice',
      () => locale(polish, {}, '\nmsgid "a.plain"\nmsgstr "y"\n'),
      'pl.po: a.plain occurs twice',
    ],
    [
      'a sentence that a tool has guessed',
      () => locale({}, {}, '\n#, fuzzy\nmsgid "a.b"\nmsgstr "y"\n'),
      'pl.po: a.b is marked as fuzzy',
    ],
    [
      'a missing name',
      () => locale(polish, { 'X-Language-Name': '' }),
      'the header X-Language-Name is missing',
    ],
    ['a wrong direction', () => locale(polish, { 'X-Direction': 'up' }), 'X-Direction must be ltr or rtl'],
    ['an unusual tag', () => locale(polish, { Language: 'pl-pl' }), 'pl-pl is not a language tag'],
  ])('a translation with %s fails the build', (_what, read, reason) => {
    expect(read).toThrow(reason);
  });

  it('a file whose header names another language is refused', () => {
    const po = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n';
    expect(() => readLocale('pl', po)).toThrow('pl.po: the language de belongs in another file');
  });

  it.each([
    [{}, true],
    [{ 'X-Reviewed-By': '' }, false],
    [{ 'X-Reviewed-At': '' }, false],
    [{ 'X-Reviewed-At': 'soon' }, false],
  ])('a translation with the header %j counts as reviewed: %s', (changes, reviewed) => {
    expect(locale(polish, changes).reviewed).toBe(reviewed);
  });

  it('in a right-to-left language each value is isolated, except in text messages', () => {
    const text = '{named, select, no {clinic} other {{clinic}}} \u2068{file}\u2069';
    const modules = catalogueModules(locale({ 'a.b': text, 'sms.c': '{link}' }, { 'X-Direction': 'rtl' }));
    const source = `${modules['']}${modules['.service']}`;
    expect(source).toContain('"\u2068" + d.clinic + "\u2069"');
    expect(source).toContain('no: "clinic"');
    expect(source).toContain('" \u2068" + d.file + "\u2069"');
    expect(source).toContain('c: (d) => d.link');
  });

  it('the parameters of a message and their uses are read', () => {
    const params = paramsOf(english);
    expect([...params.get('a.choice')!]).toEqual([
      ['named', { inserted: false, chooses: 'choice' }],
      ['clinic', { inserted: true, chooses: null }],
    ]);
    expect([...params.get('a.number')!]).toEqual([['over', { inserted: true, chooses: 'number' }]]);
  });
});

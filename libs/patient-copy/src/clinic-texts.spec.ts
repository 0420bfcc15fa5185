import { fillText, readClinicTexts } from './clinic-texts.js';

describe("a clinic's own texts", () => {
  it('every part of a clinic’s texts is optional', () => {
    const texts = {
      en: { sms: 'From {clinic}, until {deadline}. Questions: {phone}. {link}' },
      pl: { clinicName: 'Przychodnia' },
    };
    expect(readClinicTexts(JSON.stringify(texts))).toEqual(texts);
    expect(readClinicTexts('{}')).toEqual({});
  });

  it.each<[string, unknown, string]>([
    ['an unknown language', { xx: {} }, 'xx: there is no catalogue for this language'],
    ['a language that is not an object', { en: 'Hello' }, 'en: not an object'],
    ['an unknown part', { en: { SMS: '{link}' } }, 'en.SMS: unknown; there are clinicName, sms and reminder'],
    ['an unknown placeholder', { en: { sms: '{name} {link}' } }, 'en.sms: unknown placeholder {name}'],
    ['a missing link', { en: { reminder: 'Please send it' } }, 'en.reminder: {link} is missing'],
    [
      'a text that is too long',
      { en: { sms: `${'a'.repeat(480)} {link}` } },
      'en.sms: longer than 480 characters',
    ],
    [
      'a name that is too long',
      { en: { clinicName: 'a'.repeat(81) } },
      'en.clinicName: longer than 80 characters',
    ],
    ['an empty text', { en: { sms: ' ' } }, 'en.sms: not a text'],
    ['a list', [], 'not an object with a part for each language'],
  ])('%s is refused with the reason', (_what, texts, reason) => {
    expect(() => readClinicTexts(JSON.stringify(texts))).toThrow(reason);
  });

  it('a file of texts that is not JSON is refused', () => {
    expect(() => readClinicTexts('{')).toThrow('not valid JSON');
  });

  it('a value is never interpreted as a placeholder', () => {
    expect(fillText('{clinic}: {link}', { clinic: '{phone} $&', phone: '1' })).toBe('{phone} $&: {link}');
  });
});

import { readSchemaError } from '../schema-error.js';
import { requestTemplateBody } from './request-templates.js';

const text = { language: 'en', instructions: 'Photograph both sides.' };
const template = (part: object) => requestTemplateBody.safeParse({ name: 'Card', texts: [text], ...part });
const codeOf = ({ error }: ReturnType<typeof template>) => error && readSchemaError(error)?.code;
const withText = (part: object) => template({ texts: [{ ...text, ...part }] });

describe('a request template', () => {
  it('a template needs a name and instructions; everything else defaults to the clinic’s settings', () => {
    expect(template({}).data).toEqual({
      name: 'Card',
      texts: [{ ...text, sms: null }],
      items: null,
      expiryDays: null,
      reminders: null,
    });
    expect(codeOf(template({ name: ' ' }))).toBe('template_name_required');
    expect(codeOf(template({ name: 'n'.repeat(61) }))).toBe('too_long');
    expect(codeOf(template({ texts: [] }))).toBe('instructions_required');
    expect(codeOf(template({ texts: undefined }))).toBe('instructions_required');
    expect(codeOf(withText({ instructions: ' ' }))).toBe('instructions_required');
    expect(codeOf(withText({ instructions: 'n'.repeat(501) }))).toBe('too_long');
    expect(codeOf(template({ expiryDays: 366 }))).toBe('expiry_days_invalid');
  });

  it.each(['See https://clinic.example/card', 'See HTTP:\\\\clinic', 'See www.clinic.example'])(
    'instructions cannot contain a link: %s',
    (instructions) => expect(codeOf(withText({ instructions }))).toBe('instructions_hold_link'),
  );

  it.each([
    [undefined, null],
    ['  ', null],
    ['Your card: {link}', 'Your card: {link}'],
    ['Your card', 'Your card'],
  ])('the text message %j is stored as %j', (sms, stored) => {
    expect(withText({ sms }).data?.texts[0]?.sms).toBe(stored);
  });

  it.each(['Dear {name}: {link}', 'Card {link', '{ link }'])(
    'a text message cannot contain braces other than {link}: %s',
    (sms) => expect(codeOf(withText({ sms }))).toBe('template_braces'),
  );

  it('a template has at most one text per language', () => {
    expect(codeOf(template({ texts: [text, text] }))).toBe('bad_request');
  });

  it('characters that reorder the text after them are removed', () => {
    expect(withText({ instructions: 'a\u202eb' }).data?.texts[0]?.instructions).toBe('ab');
  });
});

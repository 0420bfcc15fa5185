import { z } from 'zod';
import { retiredErrorCodes } from './error-codes.js';
import { keys } from './error-keys.js';
import { errorSentence, paramNames, renderError } from './error-sentence.js';
import { errors } from './errors.js';
import { errorCodes, messages } from './index.js';
import { readSchemaError } from './schema-error.js';

/**
 * Pairs of codes that share a sentence. Clients must still distinguish them, to know whether to retry and
 * whether the document is certainly not stored.
 */
const sameToPeople = [
  ['upload_in_progress', 'upload_not_finished'],
  ['storage_unavailable', 'upload_unavailable'],
];

describe('the errors of the API', () => {
  it('error codes have different sentences, except for the listed pairs', () => {
    const codesOf = new Map<string, string[]>();
    for (const code of errorCodes)
      codesOf.set(errors[code].text, [...(codesOf.get(errors[code].text) ?? []), code]);
    const shared = [...codesOf.values()].filter((codes) => codes.length > 1);
    expect(shared).toEqual(sameToPeople);
  });

  it('no message in the catalogue repeats the sentence of an error', () => {
    const sentences = new Set<unknown>(errorCodes.map((code) => errors[code].text));
    const texts = Object.values(messages).flatMap((group) => Object.values(group) as unknown[]);
    expect(texts.filter((text) => sentences.has(text))).toEqual([]);
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('a retired code is not used again', () => {
    expect(retiredErrorCodes.filter((code) => Object.hasOwn(errors, code))).toEqual([]);
  });

  it.each(errorCodes)('each parameter of %s is a field, limit, count or reason', (code) => {
    const known = ['field', 'left', 'max', 'min', 'millions', 'reason'];
    expect(paramNames(code).filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe('the sentence of an error', () => {
  it('an error sentence contains the parameters, and shows fields by their label', () => {
    expect(errorSentence('too_long', { field: 'patientRefId', max: 64 })).toBe(
      'Patient Reference ID can be at most 64 characters',
    );
    expect(errorSentence('sms_refused', { reason: '21211' })).toBe(
      'This is not a phone number. Please check it.',
    );
  });

  it('an error sentence uses the name of a field without a label, even if Object.prototype has a property of that name', () => {
    expect(renderError('field_invalid', { field: 'toString' })).toBe('toString is not valid');
  });
});

describe('schema errors', () => {
  const read = (schema: z.ZodType, value: unknown) => {
    const { error } = schema.safeParse(value);
    return error ? readSchemaError(error) : undefined;
  };

  it('a schema error takes the code’s parameters from the failed check', () => {
    const schema = z.object({ reason: z.string().max(3, keys.too_long) });
    expect(read(schema, { reason: 'long' })).toEqual({
      code: 'too_long',
      params: { field: 'reason', max: 3 },
    });
    const limited = z.string().refine(() => false, { error: keys.too_many_documents, params: { max: 9 } });
    expect(read(limited, 'x')).toEqual({ code: 'too_many_documents', params: { max: 9 } });
  });

  it('a schema error has no parameters if the sentence has none', () => {
    expect(read(z.string().min(1, keys.email_required), '')).toEqual({ code: 'email_required', params: {} });
  });

  it('an error from the validation library itself is read as null', () => {
    expect(read(z.object({ count: z.number() }), { count: 'x' })).toBeNull();
  });
});

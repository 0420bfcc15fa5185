import { keys } from '@caredrop/contracts';
import { z } from 'zod';
import { type AppError } from './app-error.js';
import { parse } from './parse.js';

const schema = z.object({
  email: z.string(keys.email_required).max(9, keys.too_long),
  count: z.number().optional(),
});

function rejection(of: z.ZodType, value: unknown): unknown {
  try {
    return parse(of, value);
  } catch (error) {
    return error;
  }
}

describe('parse', () => {
  it('parse returns the parsed value without unknown fields', () => {
    expect(parse(schema, { email: 'a@b.c', role: 'admin' })).toEqual({ email: 'a@b.c' });
  });

  it('a missing request body is treated as an empty one', () => {
    expect(() => parse(schema, undefined)).toThrow('Email is required');
  });

  it('the first failed check that has a code determines code, sentence and parameters', () => {
    expect(rejection(schema, { email: 7, count: 'x' })).toMatchObject({
      status: 400,
      code: 'email_required',
    });
    expect(rejection(schema, { email: 'x'.repeat(10) })).toMatchObject({
      code: 'too_long',
      message: 'Email can be at most 9 characters',
      params: { field: 'email', max: 9 },
    });
  });

  it('an error whose sentence has no placeholders has no `params`', () => {
    expect((rejection(schema, {}) as AppError).params).toBeUndefined();
  });

  it('a failed check is a 400, even with a code that usually has another status', () => {
    expect(rejection(z.string(keys.sign_in_over), 7)).toMatchObject({ status: 400, code: 'sign_in_over' });
  });

  it.each([z.number(), z.email(), z.uuid(), z.enum(['a']), z.string().min(3), z.iso.datetime()])(
    'a message of the validation library is never shown',
    (field) => {
      expect(() => parse(z.object({ field }), { field: '' })).toThrow('The request could not be read');
    },
  );
});

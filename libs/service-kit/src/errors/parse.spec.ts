import { messages } from '@caredrop/contracts';
import { z } from 'zod';
import { parse } from './parse.js';

const schema = z.object({ name: z.string('Name is required'), count: z.number().optional() });

describe('parse', () => {
  it('answers what the schema makes of it, without unknown fields', () => {
    expect(parse(schema, { name: 'Ana', role: 'admin' })).toEqual({ name: 'Ana' });
  });

  it('takes no body for an empty one', () => {
    expect(() => parse(schema, undefined)).toThrow('Name is required');
  });

  it('shows the schema’s own sentence', () => {
    expect(() => parse(schema, { name: 7, count: 'x' })).toThrow('Name is required');
  });

  it.each([messages.auth.invalid, messages.auth.resetTokenInvalid])(
    'knows %p for one of ours',
    (sentence) => {
      expect(() => parse(z.string(sentence), 7)).toThrow(sentence);
    },
  );

  it.each([z.number(), z.email(), z.uuid(), z.enum(['a']), z.string().min(3), z.iso.datetime()])(
    'never shows a sentence of the library’s',
    (field) => {
      expect(() => parse(z.object({ field }), { field: '' })).toThrow('The request could not be read');
    },
  );
});

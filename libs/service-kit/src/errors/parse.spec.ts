import { messages } from '@caredrop/contracts';
import { z } from 'zod';
import { parse } from './parse.js';

const schema = z.object({ name: z.string('Name is required'), count: z.number().optional() });

describe('parse', () => {
  it('parse returns the value of the schema without unknown fields', () => {
    expect(parse(schema, { name: 'Ana', role: 'admin' })).toEqual({ name: 'Ana' });
  });

  it('a missing request body is treated as an empty one', () => {
    expect(() => parse(schema, undefined)).toThrow('Name is required');
  });

  it('the first message of a failed schema is shown', () => {
    expect(() => parse(schema, { name: 7, count: 'x' })).toThrow('Name is required');
  });

  it.each([messages.auth.invalid, messages.auth.resetTokenInvalid])(
    'the message %p from the catalogue is shown',
    (sentence) => {
      expect(() => parse(z.string(sentence), 7)).toThrow(sentence);
    },
  );

  it.each([z.number(), z.email(), z.uuid(), z.enum(['a']), z.string().min(3), z.iso.datetime()])(
    'a message of the validation library is never shown',
    (field) => {
      expect(() => parse(z.object({ field }), { field: '' })).toThrow('The request could not be read');
    },
  );
});

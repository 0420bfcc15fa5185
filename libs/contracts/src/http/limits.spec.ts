import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
  adminDocumentsQuery,
  bulkDeleteBody,
  bulkTokensBody,
  createTokenBody,
  disableUserBody,
  downloadBody,
  inviteUserBody,
  loginBody,
  monitorQuery,
  pageQuerySchema,
  readSchemaError,
  renderError,
  sendSmsBody,
} from '../index.js';

const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
const address = (length: number) =>
  `${'a'.repeat(60)}@${'b.'.repeat(Math.floor((length - 63) / 2))}${'c'.repeat(2 + ((length - 63) % 2))}`;
const text = (length: number) => 'x'.repeat(length);

/** The error message for a value; undefined when it is accepted. */
const rejection = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value);
  const found = error && readSchemaError(error);
  return found ? renderError(found.code, found.params) : error?.message;
};

type Limited = [
  field: string,
  max: number,
  schema: z.ZodType,
  make: (length: number) => object,
  sentence: string,
];

/** Fields with a limit: the error message for a longer value contains the field and the limit. */
const limited: Limited[] = [
  [
    'patient reference',
    64,
    createTokenBody,
    (n) => ({ patientRefId: text(n) }),
    'Patient Reference ID can be at most 64 characters',
  ],
  [
    'nickname',
    64,
    createTokenBody,
    (n) => ({ patientRefId: 'P', nickname: text(n) }),
    'Patient Nickname/Initials can be at most 64 characters',
  ],
  [
    'notes',
    1000,
    createTokenBody,
    (n) => ({ patientRefId: 'P', notes: text(n) }),
    'Notes can be at most 1000 characters',
  ],
  [
    'prefix',
    32,
    bulkTokensBody,
    (n) => ({ prefix: text(n) }),
    'Patient ID Prefix can be at most 32 characters',
  ],
  [
    'text message',
    480,
    sendSmsBody,
    (n) => ({ phoneNumber: '1', customMessage: text(n) }),
    'Message can be at most 480 characters',
  ],
  ['reason', 500, disableUserBody, (n) => ({ reason: text(n) }), 'Reason can be at most 500 characters'],
  [
    'first name',
    80,
    inviteUserBody,
    (n) => ({ firstName: text(n), lastName: 'L', email: 'a@b.example' }),
    'First name can be at most 80 characters',
  ],
  [
    'last name',
    80,
    inviteUserBody,
    (n) => ({ firstName: 'F', lastName: text(n), email: 'a@b.example' }),
    'Last name can be at most 80 characters',
  ],
  [
    'address at sign-in',
    254,
    loginBody,
    (n) => ({ email: text(n), password: 'x' }),
    'Email can be at most 254 characters',
  ],
  ['search', 500, monitorQuery, (n) => ({ search: text(n) }), 'Search can be at most 500 characters'],
  [
    'reference to filter by',
    64,
    adminDocumentsQuery,
    (n) => ({ patientRefId: text(n) }),
    'Patient Reference ID can be at most 64 characters',
  ],
  [
    'ids to delete',
    1000,
    bulkDeleteBody,
    (n) => ({ documentIds: ids(n) }),
    'At most 1000 documents can be handled at once',
  ],
  [
    'ids to download',
    1000,
    downloadBody,
    (n) => ({ documentIds: ids(n) }),
    'At most 1000 documents can be handled at once',
  ],
];

describe('field limits', () => {
  it.each(limited)(
    'the limit of "%s" is %i, and the message names it',
    (_field, max, schema, make, sentence) => {
      expect(rejection(schema, make(max))).toBeUndefined();
      expect(rejection(schema, make(max + 1))).toBe(sentence);
    },
  );

  it('the email of an invited user is limited to 254 characters', () => {
    const invitation = (email: string) => ({ firstName: 'F', lastName: 'L', email });
    expect(rejection(inviteUserBody, invitation(address(254)))).toBeUndefined();
    expect(rejection(inviteUserBody, invitation(address(255)))).toBe('Email can be at most 254 characters');
  });

  it.each([
    [1, true],
    [200, true],
    [0, false],
    [201, false],
    [1.5, false],
    ['ten', false],
  ])('a page limit of %p is accepted: %p', (limit, taken) => {
    expect(pageQuerySchema.safeParse({ limit }).success).toBe(taken);
  });

  it('a repeated id counts once towards the limit', () => {
    const [id = ''] = ids(1);
    const { documentIds } = bulkDeleteBody.parse({ documentIds: Array.from({ length: 1001 }, () => id) });
    expect(documentIds).toEqual([id]);
  });
});

describe('characters that reorder text', () => {
  it.each(['\u202e', '\u202a', '\u2066', '\u2069'])(
    'the character %p is removed from a reference, a nickname and notes',
    (mark) => {
      const spoof = `PT-${mark}321`;
      const { patientRefId, nickname, notes } = createTokenBody.parse({
        patientRefId: spoof,
        nickname: spoof,
        notes: spoof,
      });
      expect([patientRefId, nickname, notes]).toEqual(['PT-321', 'PT-321', 'PT-321']);
    },
  );

  it('a reference that consists only of such characters counts as missing', () => {
    expect(rejection(createTokenBody, { patientRefId: '\u202e \u2066' })).toBe(
      'Patient Reference ID is required',
    );
  });

  it('the marks that Arabic and Hebrew need between letters and digits are kept', () => {
    expect(createTokenBody.parse({ patientRefId: 'א\u200f12' }).patientRefId).toBe('א\u200f12');
  });
});

describe('empty fields', () => {
  it.each(['', '   ', null, undefined])('an empty form field (%p) is read as null', (empty) => {
    const parsed = createTokenBody.parse({ patientRefId: 'P', nickname: empty, notes: empty });
    expect(parsed).toEqual({ patientRefId: 'P', nickname: null, notes: null, language: null });
    expect(bulkTokensBody.parse({ prefix: empty })).toEqual({ count: 10, prefix: null, language: null });
    expect(sendSmsBody.parse({ phoneNumber: ' 1 ', customMessage: empty }).customMessage).toBeNull();
  });

  it('empty filter fields are ignored', () => {
    const blank = { userId: '', status: ' ', search: '', expiryRange: '', limit: '', cursor: '' };
    expect(Object.values(monitorQuery.parse(blank)).filter((value) => value !== undefined)).toEqual([]);
  });
});

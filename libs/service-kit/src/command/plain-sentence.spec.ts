import { createConnection } from 'node:net';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { plainSentence } from './plain-sentence.js';

const failureOf = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error);

describe('error messages for operators', () => {
  it('the message for a network error names the address that does not respond', async () => {
    const refused = await failureOf(once(createConnection({ host: '127.0.0.1', port: 1 }), 'connect'));
    expect(plainSentence(refused)).toBe('Nothing is listening at 127.0.0.1:1');
    expect(plainSentence(new AggregateError([refused], ''))).toBe('Nothing is listening at 127.0.0.1:1');
    expect(plainSentence(new Error('wrapped', { cause: refused }))).toBe(
      'Nothing is listening at 127.0.0.1:1',
    );
    expect(plainSentence(new Error('wrapper for Error: connect ECONNREFUSED 10.0.0.1:9000'))).toBe(
      'Nothing is listening at 10.0.0.1:9000',
    );
  });

  it('the message for a missing file names the file', async () => {
    expect(plainSentence(await failureOf(readFile('/nowhere.json')))).toBe('There is no /nowhere.json');
  });

  it('the message for a database error leaves out the Prisma invocation', () => {
    const prisma = Object.assign(
      new Error('\nInvalid `tx.user.count()` invocation in\n/app/x.js:1:2\n\nno such table'),
      {
        name: 'PrismaClientKnownRequestError',
      },
    );
    expect(plainSentence(prisma)).toBe('The database reported an error: no such table');
    expect(plainSentence(Object.assign(new Error('x'), { code: '28P01' }))).toContain('user and password');
  });

  it('the message for any other error is its text, without the stack', () => {
    expect(plainSentence(new Error('There is no account with that address'))).toBe(
      'There is no account with that address',
    );
    expect(plainSentence(new Error('first\n    at run (file.js:1:2)'))).toBe('first');
    expect(plainSentence(new TypeError(''))).toBe('Failed (TypeError)');
    expect(plainSentence(undefined)).toBe('Failed (for an unknown reason)');
  });
});

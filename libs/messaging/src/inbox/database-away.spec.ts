import { saysDatabaseAway } from './database-away.js';

/** As produced by Prisma 7.10 with adapter-pg. */
function prismaError(code: string, driverCause?: Record<string, unknown>): Error {
  return Object.assign(new Error('Raw query failed.'), {
    code,
    meta: driverCause && { driverAdapterError: { name: 'DriverAdapterError', cause: driverCause } },
  });
}

test.each([
  ['server not reachable', prismaError('P1001', { kind: 'DatabaseNotReachable' })],
  ['server not reachable, in a raw query', prismaError('P2010', { kind: 'DatabaseNotReachable' })],
  ['shut down in the middle', prismaError('P2010', { kind: 'postgres', originalCode: '57P01' })],
  ['no connection free', prismaError('P2024')],
  ['too many connections', prismaError('P2010', { kind: 'postgres', originalCode: '53300' })],
  ['disk full', prismaError('P2010', { kind: 'postgres', originalCode: '53100' })],
  ['connection cut', new Error('Connection terminated unexpectedly')],
  ['connection cut before', new Error('Client has encountered a connection error and is not queryable')],
  ['wrapped by a use-case', new Error('not saved', { cause: prismaError('P1017') })],
])('the error counts as an unavailable database: %s', (_name, error) => {
  expect(saysDatabaseAway(error)).toBe(true);
});

test.each([
  ['a constraint', prismaError('P2010', { kind: 'postgres', originalCode: '23505' })],
  ['an aborted transaction', prismaError('P2010', { kind: 'postgres', originalCode: '25P02' })],
  ['a transaction that took too long', prismaError('P2028')],
  ['another service that cannot be reached', Object.assign(new Error(), { code: 'ECONNREFUSED' })],
  ['not an error at all', undefined],
])('the error does not count as an unavailable database: %s', (_name, error) => {
  expect(saysDatabaseAway(error)).toBe(false);
});

import type { ConsumeMessage } from 'amqplib';
import { headerNames } from './headers.js';
import { mayBeBatched } from './process-batch.js';

const delivery = (redelivered: boolean, headers: Record<string, unknown>) =>
  ({ fields: { redelivered }, properties: { headers } }) as unknown as ConsumeMessage;

test.each([
  ['a first delivery', delivery(false, {}), true],
  ['one that the broker gives again: it may be what killed a consumer', delivery(true, {}), false],
  ['one that failed before', delivery(false, { [headerNames.tries]: 1 }), false],
])('%s, and whether it may share a transaction', (_name, message, joined) => {
  expect(mayBeBatched(message)).toBe(joined);
});

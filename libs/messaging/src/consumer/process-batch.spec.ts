import type { ConsumeMessage } from 'amqplib';
import { headerNames } from './headers.js';
import { mayBeBatched } from './process-batch.js';

const delivery = (redelivered: boolean, headers: Record<string, unknown>) =>
  ({ fields: { redelivered }, properties: { headers } }) as unknown as ConsumeMessage;

test.each([
  ['a first delivery', delivery(false, {}), true],
  ['a redelivered message, which may have killed a consumer', delivery(true, {}), false],
  ['a message that failed before', delivery(false, { [headerNames.tries]: 1 }), false],
])('only a first delivery may share a transaction: %s', (_name, message, joined) => {
  expect(mayBeBatched(message)).toBe(joined);
});

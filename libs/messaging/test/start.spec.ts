import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { checkBroker } from '../src/index.js';
import { handlerOf } from './support/handlers.js';
import { Stage } from './support/stage.js';

let stage: Stage;
beforeEach(async () => {
  stage = await Stage.set();
});
afterEach(() => stage.clear());

const handled = handlerOf('user.updated', () => Promise.resolve());

test('a service without a handler for a consumed event type does not start', async () => {
  const starting = stage.start({ source: 'document' });
  await expect(starting).rejects.toThrow('No @EventPattern handler in document for user.updated');
});

test('a service with a handler for an event type it does not consume does not start', async () => {
  const stray = handlerOf('token.used', () => Promise.resolve());
  const starting = stage.start({ source: 'document', controllers: [handled, stray] });
  await expect(starting).rejects.toThrow(/token\.used: not consumed by document/);
});

test('a request-response handler over RabbitMQ is refused', async () => {
  @Controller()
  class Question {
    @MessagePattern('token.count')
    respond() {
      return 1;
    }
  }
  const starting = stage.start({ source: 'document', controllers: [handled, Question] });
  await expect(starting).rejects.toThrow(/token\.count: RabbitMQ carries events only/);
});

test('a service starts and stops while the broker is unreachable', async () => {
  const amqpUrl = 'amqp://127.0.0.1:1';
  const document = await stage.start({ source: 'document', controllers: [handled], amqpUrl });
  expect(await document.metric('events_broker_connected')).toBe(0);
  await stage.stop(document);
});

test('a failure to read an event metric is counted', async () => {
  const amqpUrl = 'amqp://127.0.0.1:1';
  const document = await stage.start({ source: 'document', controllers: [handled], amqpUrl });
  expect(await document.metric('metrics_not_measured_total')).toBe(0);
  expect(await document.metric('events_waiting')).toBe(0);
  expect(await document.metric('metrics_not_measured_total')).toBe(1);
  await stage.stop(document);
});

test('when AMQP_URL uses TLS on a port without TLS, the error blames the port, not the certificate', async () => {
  const checked = checkBroker(stage.amqpUrl.replace('amqp:', 'amqps:'));
  await expect(checked).rejects.toThrow(/TLS handshake .* failed .* its port must be one that speaks TLS/);
});

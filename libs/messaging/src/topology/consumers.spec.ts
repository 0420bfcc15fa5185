import { consumedBy, consumingServices, hasDurableConsumer, hasLiveListener } from './consumers.js';

test('exactly the services that consume events have a queue', () => {
  expect(consumingServices).toEqual(['token', 'document', 'notification', 'audit']);
});

test.each(consumingServices)('the service %s consumes no event type twice', (service) => {
  expect(new Set(consumedBy(service)).size).toBe(consumedBy(service).length);
});

test('an event type has a durable consumer only if a service consumes it', () => {
  expect(hasDurableConsumer('upload.completed')).toBe(true);
  expect(hasDurableConsumer('session.revoked')).toBe(false);
  expect(hasDurableConsumer('token.used')).toBe(false);
});

test('audit records go to the audit service only, and not to live listeners', () => {
  expect(consumedBy('audit')).toEqual(['audit.recorded']);
  expect(consumingServices.filter((service) => consumedBy(service).includes('audit.recorded'))).toEqual([
    'audit',
  ]);
  expect(hasLiveListener('audit.recorded')).toBe(false);
  expect(hasLiveListener('token.created')).toBe(true);
});

import { consumedBy, consumingServices, hasDurableConsumer, hasLiveListener } from './consumers.js';

test('services that are told of nothing have no queue', () => {
  expect(consumingServices).toEqual(['token', 'document', 'notification', 'audit']);
});

test.each(consumingServices)('%s is told of each type once', (service) => {
  expect(new Set(consumedBy(service)).size).toBe(consumedBy(service).length);
});

test('an event some service is told of must find a queue, one for live listeners alone need not', () => {
  expect(hasDurableConsumer('upload.completed')).toBe(true);
  expect(hasDurableConsumer('session.revoked')).toBe(false);
  expect(hasDurableConsumer('token.used')).toBe(false);
});

test('audit entries go to the audit store and past the live listeners', () => {
  expect(consumedBy('audit')).toEqual(['audit.recorded']);
  expect(hasLiveListener('audit.recorded')).toBe(false);
  expect(hasLiveListener('token.created')).toBe(true);
});

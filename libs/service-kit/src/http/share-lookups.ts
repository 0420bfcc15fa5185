import { AsyncResource } from 'node:async_hooks';
import dns, { type LookupAddress, type LookupOptions } from 'node:dns';

type Done = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;
type Lookup = (hostname: string, options: LookupOptions, done: Done) => void;

/**
 * Makes concurrent connections of this process to the same host share one lookup of its name. Lookups block threads, and
 * Node runs only two at a time: while a name server does not respond for the host of a stopped broker, the repeated
 * attempts to connect would otherwise take both, and connections to the database and to other services would fail
 * (docs/adr/0058).
 */
export function shareLookups(): void {
  const { lookup } = dns;
  const shared = sharing(lookup);
  const replacement = (hostname: string, options: LookupOptions | number | Done, done?: Done): void => {
    if (typeof options === 'function') return shared(hostname, {}, options);
    if (!done) throw new TypeError('dns.lookup needs a callback');
    shared(hostname, typeof options === 'number' ? { family: options } : options, done);
  };
  // `promisify` reads a property of the function.
  Object.defineProperties(replacement, Object.getOwnPropertyDescriptors(lookup));
  dns.lookup = replacement as typeof lookup;
}

/** Node calls back asynchronously, even for an address or an error. */
function sharing(lookup: Lookup): Lookup {
  const waiting = new Map<string, Done[]>();
  return (hostname, options, done) => {
    const key = JSON.stringify([hostname, options]);
    const callback = AsyncResource.bind(done);
    const others = waiting.get(key);
    if (others) return void others.push(callback);
    const callbacks = [callback];
    lookup(hostname, options, (...result) => {
      waiting.delete(key);
      for (const each of callbacks) process.nextTick(each, ...result);
    });
    waiting.set(key, callbacks);
  };
}

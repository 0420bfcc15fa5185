import { TestEnvironment } from 'jest-environment-jsdom';

/** Node's globals that jsdom lacks, or has in a version that Node's fetch (and so MSW) does not accept. */
const fromNode = [
  'Headers',
  'Response',
  'FormData',
  'Blob',
  'File',
  'TextEncoder',
  'TextDecoder',
  'TextDecoderStream',
  'TextEncoderStream',
  'ReadableStream',
  'WritableStream',
  'TransformStream',
  'CompressionStream',
  'DecompressionStream',
  'BroadcastChannel',
  'structuredClone',
  'Uint8Array',
  'ArrayBuffer',
  'performance',
  'URL',
  'URLSearchParams',
];

/** Converts a jsdom `AbortSignal`, which jsdom's elements need, to Node's, which Node's fetch needs. */
function asNodeSignal(signal) {
  if (!signal || signal instanceof AbortSignal) return signal;
  const controller = new AbortController();
  if (signal.aborted) controller.abort(signal.reason);
  signal.addEventListener('abort', () => controller.abort(signal.reason));
  return controller.signal;
}

const withNodeSignal = (init) => init && { ...init, signal: asNodeSignal(init.signal) };

class PageRequest extends Request {
  constructor(input, init) {
    super(input, withNodeSignal(init));
  }
}

/** jsdom with Node's own network and stream classes, resolving packages as Node does. */
export default class BrowserEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    const define = (name, value) =>
      Object.defineProperty(this.global, name, { value, writable: true, configurable: true });
    for (const name of fromNode) define(name, globalThis[name]);
    define('Request', PageRequest);
    define('fetch', (input, init) => fetch(input, withNodeSignal(init)));
  }

  exportConditions() {
    return ['node', 'node-addons', 'import', 'default'];
  }
}

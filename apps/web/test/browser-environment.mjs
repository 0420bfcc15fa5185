import { TestEnvironment } from 'jest-environment-jsdom';

/** What jsdom lacks or has in a version that Node's fetch (and so MSW) does not accept. */
const fromNode = [
  'fetch',
  'Headers',
  'Request',
  'Response',
  'FormData',
  'Blob',
  'File',
  'AbortController',
  'AbortSignal',
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

/** jsdom with Node's own network and stream classes, resolving packages as Node does. */
export default class BrowserEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    for (const name of fromNode) {
      Object.defineProperty(this.global, name, {
        value: globalThis[name],
        writable: true,
        configurable: true,
      });
    }
  }

  exportConditions() {
    return ['node', 'node-addons', 'import', 'default'];
  }
}

import { jest } from './jest-globals.mjs';

/** Spec files run in the global scope of the worker. After each, its environment, spies and timers are restored. */
export default class NativeEnvironment {
  constructor() {
    // Jest replaces `console` and `process.exit` of this object: the worker keeps its own.
    this.global = Object.create(globalThis, { process: { value: {} } });
    this.variables = { ...process.env };
  }

  getVmContext() {
    return null;
  }

  async setup() {
    // Jest's mapping of stack traces does not know what the loader hook compiled; Node's does.
    Error.prepareStackTrace = undefined;
    process.setSourceMapsEnabled(true);
  }

  async teardown() {
    jest.useRealTimers();
    jest.restoreAllMocks();
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
  }
}

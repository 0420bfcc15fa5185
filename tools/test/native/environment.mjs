import { jest } from './jest-globals.mjs';

/** Spec files run in the worker's own global scope; what one changes there is restored after it. */
export default class NativeEnvironment {
  constructor() {
    // Jest replaces `console` and `process.exit` of this object: the worker keeps its own.
    this.global = Object.create(globalThis, { process: { value: {} } });
    this.variables = { ...process.env };
  }

  getVmContext() {
    return null;
  }

  async setup() {}

  async teardown() {
    jest.useRealTimers();
    jest.restoreAllMocks();
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
  }
}

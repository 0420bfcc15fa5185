import { NOT_SET_UP } from '@caredrop/contracts';
import type { SendOutcome, TextProvider } from './text-provider.js';

/** Used without an account: sends nothing and returns an error code. */
export class NoTextProvider implements TextProvider {
  send(): Promise<SendOutcome> {
    return Promise.resolve({ kind: 'refused', code: NOT_SET_UP });
  }

  find(): Promise<never> {
    return Promise.reject(new Error('SMS is not set up: the status of a text message cannot be looked up'));
  }

  sentTo(): Promise<never> {
    return this.find();
  }
}

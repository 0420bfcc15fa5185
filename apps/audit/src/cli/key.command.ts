import { keyIdOf } from '../chain/signing.js';
import { needed, said, type Command } from './command.js';

export const keyCommand: Command = (config) =>
  Promise.resolve(said(keyIdOf(needed(config, 'AUDIT_SIGNING_KEY'))));

import {
  doctorCommand,
  runCommands,
  type CommandResult,
  type Commands,
  type Env,
} from '@caredrop/service-kit';
import { examine } from './examine.js';

/** Every command of the gateway. */
export const commands: Commands = { doctor: doctorCommand(examine) };

/** Runs a command line. Throws a sentence when it fails. */
export const runCommand = (argv: string[], env?: Env): Promise<CommandResult> =>
  runCommands('gateway', commands, argv, env);

import {
  doctorCommand,
  runCommands,
  type CommandResult,
  type Commands,
  type Env,
} from '@caredrop/service-kit';
import { runDiagnostics } from './diagnostics.js';

/** Every command of the gateway. */
const commands: Commands = { doctor: doctorCommand(runDiagnostics) };

/** Runs a command line. Throws if the command fails. */
export const runCommand = (argv: string[], env?: Env): Promise<CommandResult> =>
  runCommands('gateway', commands, argv, env);

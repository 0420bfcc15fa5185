import { runCli } from '@caredrop/service-kit';
import { runCommand } from './cli/run-command.js';

await runCli(runCommand);

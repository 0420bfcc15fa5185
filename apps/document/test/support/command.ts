import type { CommandResult } from '@caredrop/service-kit';
import { runCommand } from '../../src/cli/run-command.js';
import type { DocumentService } from './document-service.js';

/** Types a command on the operator's console, beside the running service. */
export const command = (
  service: DocumentService,
  line: string,
  overrides: Record<string, string> = {},
): Promise<CommandResult> => runCommand(line.split(' '), { ...service.env, ...overrides }, () => undefined);

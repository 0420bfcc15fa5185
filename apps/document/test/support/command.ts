import type { CommandResult } from '@caredrop/service-kit';
import { runCommand } from '../../src/cli/run-command.js';
import type { DocumentService } from './document-service.js';

/** Runs an operator's command while the service is running. */
export const command = (
  service: DocumentService,
  line: string,
  overrides: Record<string, string> = {},
): Promise<CommandResult> => runCommand(line.split(' '), { ...service.env, ...overrides }, () => undefined);

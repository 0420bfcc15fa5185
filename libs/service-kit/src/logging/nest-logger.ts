import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Nest's own lines in our format; its start-up lines are at debug level, since only developers need them. */
export class NestPinoLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown): void {
    this.logger.debug({ nest: true }, String(message));
  }

  warn(message: unknown): void {
    this.logger.warn({ nest: true }, String(message));
  }

  error(message: unknown, stack?: unknown): void {
    this.logger.error({ nest: true, stack }, String(message));
  }
}

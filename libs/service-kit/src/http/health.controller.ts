import { Controller, Get, Header, Inject } from '@nestjs/common';
import { register } from 'prom-client';
import { success } from '@caredrop/contracts';
import { appError } from '../errors/app-error.js';
import { Open } from '../identity/access.decorators.js';

/** Injection token for a service's {@link ReadinessCheck}. */
export const READINESS = Symbol('readiness');

/** Resolves when the service can do its work: its own database responds, and the object store if it has one. */
export type ReadinessCheck = () => Promise<unknown>;

@Open()
@Controller()
export class HealthController {
  constructor(@Inject(READINESS) private readonly ready: ReadinessCheck) {}

  /** Liveness has no dependencies. */
  @Get('health/live')
  live() {
    return success({ live: true });
  }

  @Get('health/ready')
  async readiness() {
    try {
      await this.ready();
    } catch {
      // A probe needs only the status; log lines and metrics of failed calls contain the reason.
      throw appError('service_unavailable');
    }
    return success({ ready: true });
  }

  @Get('metrics')
  @Header('content-type', register.contentType)
  metrics(): Promise<string> {
    return register.metrics();
  }
}

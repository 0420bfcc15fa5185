import { Controller, Get } from '@nestjs/common';
import { success } from '@caredrop/contracts';
import { Open } from '@caredrop/service-kit';

/** For probes. Readiness does not depend on any service: calls to an unavailable one get 503. */
@Open()
@Controller('health')
export class HealthController {
  @Get('live')
  live() {
    return success({ live: true });
  }

  @Get('ready')
  ready() {
    return success({ ready: true });
  }
}

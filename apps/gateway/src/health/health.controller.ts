import { Controller, Get } from '@nestjs/common';
import { success } from '@caredrop/contracts';
import { Open } from '@caredrop/service-kit';

/** For probes. Readiness depends on no service: the gateway returns 503 for unavailable ones. */
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

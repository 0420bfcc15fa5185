import { Controller, Get } from '@nestjs/common';
import { success } from '@caredrop/contracts';
import { Open } from '@caredrop/service-kit';

/** For probes. Ready depends on no service: the gateway answers 503 for those that are away (design §7). */
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

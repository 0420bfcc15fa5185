import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';
import { MetricsServer } from './metrics-server.js';

@Module({
  controllers: [HealthController],
  providers: [MetricsServer],
})
export class HealthModule {}

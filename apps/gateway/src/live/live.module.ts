import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { LiveUpdates } from './live-updates.js';
import { LiveController } from './live.controller.js';

@Module({
  imports: [AccessModule],
  controllers: [LiveController],
  providers: [LiveUpdates],
})
export class LiveModule {}

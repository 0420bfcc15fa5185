import { Module } from '@nestjs/common';
import { TokensModule } from '../tokens/tokens.module.js';
import { CancelScheduledSend } from './cancel-scheduled-send.js';
import { ScheduleSend } from './schedule-send.js';
import { ScheduledSendsController } from './scheduled-sends.controller.js';
import { SendScheduledNow } from './send-scheduled-now.js';

@Module({
  imports: [TokensModule],
  controllers: [ScheduledSendsController],
  providers: [ScheduleSend, CancelScheduledSend, SendScheduledNow],
  exports: [ScheduleSend],
})
export class ScheduledSendsModule {}

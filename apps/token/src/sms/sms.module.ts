import { Module } from '@nestjs/common';
import { ScheduledSendsModule } from '../scheduled-sends/scheduled-sends.module.js';
import { TemplateTextsModule } from '../template-texts/template-texts.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { ScheduleSms } from './schedule-sms.js';
import { SendTokenSms } from './send-token-sms.js';
import { SmsController } from './sms.controller.js';
import { TextNewLink } from './text-new-link.js';

@Module({
  imports: [ScheduledSendsModule, TokensModule, TemplateTextsModule],
  controllers: [SmsController],
  providers: [ScheduleSms, SendTokenSms, TextNewLink],
  exports: [SendTokenSms, TextNewLink],
})
export class SmsModule {}

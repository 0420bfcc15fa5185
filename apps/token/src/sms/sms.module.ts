import { Module } from '@nestjs/common';
import { TemplateTextsModule } from '../template-texts/template-texts.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { SendTokenSms } from './send-token-sms.js';
import { SmsController } from './sms.controller.js';
import { TextNewLink } from './text-new-link.js';

@Module({
  imports: [TokensModule, TemplateTextsModule],
  controllers: [SmsController],
  providers: [SendTokenSms, TextNewLink],
  exports: [SendTokenSms, TextNewLink],
})
export class SmsModule {}

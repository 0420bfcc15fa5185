import { Module } from '@nestjs/common';
import { TokensModule } from '../tokens/tokens.module.js';
import { SendTokenSms } from './send-token-sms.js';
import { SmsController } from './sms.controller.js';

@Module({
  imports: [TokensModule],
  controllers: [SmsController],
  providers: [SendTokenSms],
  exports: [SendTokenSms],
})
export class SmsModule {}

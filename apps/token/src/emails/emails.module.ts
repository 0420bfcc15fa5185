import { Module } from '@nestjs/common';
import { TokensModule } from '../tokens/tokens.module.js';
import { DescribeLinkEmail } from './describe-link-email.js';
import { EmailsController } from './emails.controller.js';
import { InternalEmailsController } from './internal-emails.controller.js';
import { SendTokenEmail } from './send-token-email.js';

@Module({
  imports: [TokensModule],
  controllers: [EmailsController, InternalEmailsController],
  providers: [SendTokenEmail, DescribeLinkEmail],
})
export class EmailsModule {}

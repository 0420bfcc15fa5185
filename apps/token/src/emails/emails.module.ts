import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { ScheduledSendsModule } from '../scheduled-sends/scheduled-sends.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { DescribeLinkEmail } from './describe-link-email.js';
import { EmailsController } from './emails.controller.js';
import { InternalEmailsController } from './internal-emails.controller.js';
import { SendTokenEmail } from './send-token-email.js';

@Module({
  imports: [PeopleModule, ScheduledSendsModule, TokensModule],
  controllers: [EmailsController, InternalEmailsController],
  providers: [SendTokenEmail, DescribeLinkEmail],
})
export class EmailsModule {}

import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { SmsModule } from '../sms/sms.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { AskForRenewal } from './ask-for-renewal.js';
import { EndedLink } from './ended-link.js';
import { MakeReplacement } from './make-replacement.js';
import { ReissueToken } from './reissue-token.js';
import { RenewAutomatically } from './renew-automatically.js';
import { RenewalJob } from './renewal-job.js';
import { RenewalsController } from './renewals.controller.js';

@Module({
  imports: [PeopleModule, TokensModule, SmsModule],
  controllers: [RenewalsController],
  providers: [AskForRenewal, EndedLink, MakeReplacement, ReissueToken, RenewalJob, RenewAutomatically],
  exports: [EndedLink, ReissueToken],
})
export class RenewalsModule {}

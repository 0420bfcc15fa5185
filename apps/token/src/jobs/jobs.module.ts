import { Module } from '@nestjs/common';
import { ClaimsModule } from '../claims/claims.module.js';
import { DueSendsModule } from '../due-sends/due-sends.module.js';
import { NextLinksModule } from '../next-links/next-links.module.js';
import { ExpireTokens } from './expire-tokens.js';
import { ForgetAgainWords } from './forget-again-words.js';
import { ForgetEmailAddresses } from './forget-email-addresses.js';
import { ForgetHandOvers } from './forget-hand-overs.js';
import { ForgetPatientChecks } from './forget-patient-checks.js';
import { ForgetPhoneNumbers } from './forget-phone-numbers.js';
import { ForgetProblems } from './forget-problems.js';
import { ForgetSendingJobs } from './forget-sending-jobs.js';
import { OpenNextLinks } from './open-next-links.js';
import { SettleStaleClaims } from './settle-stale-claims.js';
import { Sweeper } from './sweeper.js';

@Module({
  imports: [ClaimsModule, DueSendsModule, NextLinksModule],
  providers: [
    ExpireTokens,
    ForgetPhoneNumbers,
    ForgetEmailAddresses,
    ForgetProblems,
    ForgetAgainWords,
    ForgetHandOvers,
    ForgetPatientChecks,
    ForgetSendingJobs,
    OpenNextLinks,
    SettleStaleClaims,
    Sweeper,
  ],
})
export class JobsModule {}

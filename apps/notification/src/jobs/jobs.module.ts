import { Module } from '@nestjs/common';
import { CollectedMailModule } from '../collected-mail/collected-mail.module.js';
import { SmsModule } from '../sms/sms.module.js';
import { ForgetTexts } from './forget-texts.js';
import { PurgeSettled } from './purge-settled.js';
import { Scheduler } from './scheduler.js';

@Module({ imports: [SmsModule, CollectedMailModule], providers: [ForgetTexts, PurgeSettled, Scheduler] })
export class JobsModule {}

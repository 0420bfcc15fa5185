import { Module } from '@nestjs/common';
import { AttemptCounters } from './attempt-counters.js';
import { GuessingAlarm } from './guessing-alarm.js';
import { SessionBackOff } from './session-back-off.js';
import { SignInBackOff } from './sign-in-back-off.js';

@Module({
  providers: [AttemptCounters, GuessingAlarm, SessionBackOff, SignInBackOff],
  exports: [AttemptCounters, SessionBackOff, SignInBackOff],
})
export class BackOffModule {}

import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { success, type Reminders } from '@caredrop/contracts';
import { Callers, CurrentPrincipal, type Principal } from '@caredrop/service-kit';
import { RecordReads } from '../tokens/record-reads.js';
import { PauseReminders } from './pause-reminders.js';
import { ReminderQueries } from './reminder-queries.js';
import { ResumeReminders } from './resume-reminders.js';

@Callers('gateway')
@Controller('tokens/:id/reminders')
export class RemindersController {
  constructor(
    private readonly reads: RecordReads,
    private readonly queries: ReminderQueries,
    private readonly pauseReminders: PauseReminders,
    private readonly resumeReminders: ResumeReminders,
  ) {}

  @Get()
  async show(@CurrentPrincipal() principal: Principal, @Param('id') id: string) {
    const token = await this.reads.visible(id, principal, 'token.view');
    const reminders = await this.queries.of(token);
    await this.reads.view(token);
    return success(reminders satisfies Reminders);
  }

  @Post('pause')
  @HttpCode(200)
  async pause(@CurrentPrincipal() principal: Principal, @Param('id') id: string) {
    const token = await this.reads.visible(id, principal, 'token.pause_reminders');
    return success(await this.queries.of(await this.pauseReminders.execute(token)));
  }

  @Post('resume')
  @HttpCode(200)
  async resume(@CurrentPrincipal() principal: Principal, @Param('id') id: string) {
    const token = await this.reads.visible(id, principal, 'token.resume_reminders');
    return success(await this.queries.of(await this.resumeReminders.execute(token)));
  }
}

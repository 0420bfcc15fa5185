import { Body, Controller, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { messages, sendEmailBody, success } from '@caredrop/contracts';
import { Callers, CurrentPrincipal, parse, type Principal } from '@caredrop/service-kit';
import { ScheduleSend } from '../scheduled-sends/schedule-send.js';
import { RecordReads } from '../tokens/record-reads.js';
import { TokenPresenter } from '../tokens/token.presenter.js';
import { SendTokenEmail } from './send-token-email.js';

@Callers('gateway')
@Controller('tokens/:id/send-email')
export class EmailsController {
  constructor(
    private readonly reads: RecordReads,
    private readonly presenter: TokenPresenter,
    private readonly sendTokenEmail: SendTokenEmail,
    private readonly scheduleSend: ScheduleSend,
  ) {}

  @Post()
  @HttpCode(200)
  async sendEmail(
    @CurrentPrincipal() principal: Principal,
    @Param('id') id: string,
    @Body() body: unknown,
    @Headers('idempotency-key') key?: string,
  ) {
    const visible = await this.reads.visible(id, principal, 'token.send_email');
    const { sendAt, email, language, reminders: wantsReminders = false } = parse(sendEmailBody, body);
    if (sendAt !== undefined) {
      const when = {
        senderId: principal.userId,
        sendAt: new Date(sendAt),
        message: null,
        wantsReminders,
      };
      const schedule = { channel: 'email', recipient: email, language, ...when } as const;
      const scheduled = await this.scheduleSend.execute(visible, schedule);
      return success({ token: await this.presenter.one(scheduled) }, messages.schedule.set);
    }
    const request = { email, language, wantsReminders, key: key || null };
    const token = await this.sendTokenEmail.execute(visible, principal, request);
    return success({ token: await this.presenter.one(token) }, messages.email.queued);
  }
}

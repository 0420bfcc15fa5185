import { Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import { sendChannels, success } from '@caredrop/contracts';
import { appError, Callers, CurrentPrincipal, type Principal } from '@caredrop/service-kit';
import type { ScheduleKey } from '../send-schedule/open-schedules.js';
import { RecordReads } from '../tokens/record-reads.js';
import { TokenPresenter } from '../tokens/token.presenter.js';
import { CancelScheduledSend } from './cancel-scheduled-send.js';
import { SendScheduledNow } from './send-scheduled-now.js';

@Callers('gateway')
@Controller('tokens/:id/scheduled-sends/:channel')
export class ScheduledSendsController {
  constructor(
    private readonly reads: RecordReads,
    private readonly presenter: TokenPresenter,
    private readonly cancelScheduledSend: CancelScheduledSend,
    private readonly sendScheduledNow: SendScheduledNow,
  ) {}

  @Delete()
  async cancel(
    @CurrentPrincipal() principal: Principal,
    @Param('id') id: string,
    @Param('channel') channel: string,
  ) {
    const key = await this.keyOf(principal, id, channel, 'token.schedule_cancelled');
    return success({ token: await this.presenter.one(await this.cancelScheduledSend.execute(key)) });
  }

  @Post('send-now')
  @HttpCode(200)
  async sendNow(
    @CurrentPrincipal() principal: Principal,
    @Param('id') id: string,
    @Param('channel') channel: string,
  ) {
    const key = await this.keyOf(principal, id, channel, 'token.send_scheduled');
    return success({ token: await this.presenter.one(await this.sendScheduledNow.execute(key)) });
  }

  private async keyOf(
    principal: Principal,
    id: string,
    named: string,
    action: 'token.schedule_cancelled' | 'token.send_scheduled',
  ): Promise<ScheduleKey> {
    const token = await this.reads.visible(id, principal, action);
    const channel = sendChannels.find((known) => known === named);
    if (!channel) throw appError('not_found');
    return { tokenId: token.id, channel };
  }
}

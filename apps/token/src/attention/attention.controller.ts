import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  attentionQuery,
  emailReason,
  snoozeBody,
  success,
  type AttentionQuery,
  type AttentionToken,
  type AttentionTokensResponse,
} from '@caredrop/contracts';
import { Callers, CurrentPrincipal, parse, Roles, type Principal } from '@caredrop/service-kit';
import { RecordReads } from '../tokens/record-reads.js';
import { isCheckGone } from '../tokens/token.js';
import { TokenPresenter, undelivered } from '../tokens/token.presenter.js';
import { AttentionQueries, type AttentionRow } from './attention.queries.js';
import { SnoozeToken } from './snooze-token.js';

@Callers('gateway')
@Controller()
export class AttentionController {
  constructor(
    private readonly queries: AttentionQueries,
    private readonly presenter: TokenPresenter,
    private readonly reads: RecordReads,
    private readonly snoozeToken: SnoozeToken,
  ) {}

  @Get('tokens/attention')
  async own(@CurrentPrincipal() principal: Principal, @Query() query: unknown) {
    const wanted = parse(attentionQuery, query);
    const response = await this.list(principal, wanted, false);
    await this.reads.listScope(wanted, response.tokens.length);
    return success(response);
  }

  @Get('admin/tokens/attention')
  @Roles('admin')
  async all(@CurrentPrincipal() principal: Principal, @Query() query: unknown) {
    const { scope: _, ...wanted } = parse(attentionQuery, query);
    const response = await this.list(principal, wanted, true);
    await this.reads.listAll(wanted, response.tokens.length);
    return success(response);
  }

  @Post('tokens/:id/snooze')
  @HttpCode(200)
  async snooze(@CurrentPrincipal() principal: Principal, @Param('id') id: string, @Body() body: unknown) {
    const token = await this.reads.visible(id, principal, 'token.snooze');
    const wanted = parse(snoozeBody, body);
    await this.snoozeToken.execute(token, wanted, principal);
    return success({ snoozed_until: wanted.until });
  }

  private async list(
    principal: Principal,
    query: AttentionQuery,
    everyone: boolean,
  ): Promise<AttentionTokensResponse> {
    const now = new Date();
    const { rows, ...counts } = await this.queries.list(principal, { ...query, everyone }, now);
    const tokens = await this.presenter.list(rows, now);
    const items = rows.flatMap((row, index) => {
      const token = tokens[index];
      return token ? [{ ...itemOf(row), token }] : [];
    });
    return { tokens: items, ...counts, checked_at: now.toISOString() };
  }
}

function itemOf(row: AttentionRow): Omit<AttentionToken, 'token'> {
  const { reason, since, until, documentState, problemAt, problemComment } = row;
  return {
    reason,
    since: since.toISOString(),
    ...(until && { snoozed_until: until.toISOString() }),
    ...(reason === 'unusable' && documentState === 'lost' && { lost: true as const }),
    ...(['unusable', 'renewal_asked'].includes(reason) && isCheckGone(row) && { checkGone: true as const }),
    ...(reason === 'text_failed' && { smsReason: undelivered(row.smsErrorCode) }),
    ...(reason === 'email_failed' && { emailReason: emailReason(row.emailErrorCode) }),
    ...(problemComment !== null && { problemComment }),
    ...(reason === 'problem' && problemAt === null && { checkLocked: true as const }),
  };
}

import { Body, Controller, Get, Headers, Inject, Post, Query } from '@nestjs/common';
import {
  newLinkBody,
  success,
  tokenDefaultsQuery,
  type NewLinkResponse,
  type TokenDefaults,
} from '@caredrop/contracts';
import { Callers, CurrentPrincipal, parse, type Principal } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { rulesOf } from '../reminder-plan/reminder-rules.js';
import { remindersIfTextedNow } from '../reminder-plan/reminder-plan.js';
import { TextNewLink } from '../sms/text-new-link.js';
import { CreateToken } from '../tokens/create-token.js';
import { daysFrom } from '../tokens/token.js';
import { TokenPresenter } from '../tokens/token.presenter.js';

@Callers('gateway')
@Controller('tokens')
export class NewLinksController {
  constructor(
    private readonly presenter: TokenPresenter,
    private readonly createToken: CreateToken,
    private readonly textNewLink: TextNewLink,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  async create(
    @CurrentPrincipal() principal: Principal,
    @Body() body: unknown,
    @Headers('idempotency-key') key?: string,
  ) {
    const made = await this.createToken.execute(principal, parse(newLinkBody, body), key || null);
    const { token, sms, problem } = await this.textNewLink.execute(made.token, principal.userId, made.sms);
    return success<NewLinkResponse>({
      token: await this.presenter.one(token),
      ...(sms !== 'none' && { sms }),
      ...(problem && { smsProblem: problem.message }),
    });
  }

  @Get('defaults')
  defaults(@Query() query: unknown) {
    const { TOKEN_EXPIRY_DAYS: expiryDays, BULK_TOKEN_EXPIRY_DAYS: bulkExpiryDays } = this.config;
    const now = new Date();
    const expiresAt = daysFrom(now, parse(tokenDefaultsQuery, query).expiryDays ?? expiryDays);
    const rules = rulesOf(this.config);
    const times = remindersIfTextedNow(expiresAt, rules, now).map((time) => time.toISOString());
    return success<TokenDefaults>({
      expiryDays,
      bulkExpiryDays,
      languages: this.config.LANGUAGES.map(({ id }) => id),
      patientCheck: this.config.PATIENT_CHECK === 'on',
      reminders: { times, timeZone: rules.timeZone },
    });
  }
}

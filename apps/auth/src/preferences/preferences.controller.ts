import { Body, Controller, Get, Patch } from '@nestjs/common';
import { changePreferencesBody, messages, success } from '@caredrop/contracts';
import { Callers, CurrentPrincipal, parse, type Principal } from '@caredrop/service-kit';
import { ChangePreferences } from './change-preferences.js';
import { PreferencesQueries } from './preferences.queries.js';

/** The signed-in user's own preferences; no call reaches those of another user. */
@Callers('gateway')
@Controller('auth/preferences')
export class PreferencesController {
  constructor(
    private readonly queries: PreferencesQueries,
    private readonly change: ChangePreferences,
  ) {}

  @Get()
  async own(@CurrentPrincipal() { userId }: Principal) {
    return success({ preferences: await this.queries.of(userId) });
  }

  @Patch()
  async changeOwn(@CurrentPrincipal() { userId }: Principal, @Body() body: unknown) {
    const wanted = parse(changePreferencesBody, body);
    return success({ preferences: await this.change.execute(userId, wanted) }, messages.preferences.saved);
  }
}

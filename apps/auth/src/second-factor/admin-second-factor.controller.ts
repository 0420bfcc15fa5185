import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { success } from '@caredrop/contracts';
import { Callers, CurrentPrincipal, RecentProof, Roles, type Principal } from '@caredrop/service-kit';
import { RequireSecondFactor } from './require-second-factor.js';
import { ResetSecondFactor } from './reset-second-factor.js';

/**
 * What an administrator can do about a clinician's second factor. For administrators, the operator does the same on the
 * command line.
 */
@Callers('gateway')
@Roles('admin')
@RecentProof()
@Controller('admin/users/:id/second-factor')
export class AdminSecondFactorController {
  constructor(
    private readonly requireFactor: RequireSecondFactor,
    private readonly resetFactor: ResetSecondFactor,
  ) {}

  @Post('require')
  @HttpCode(200)
  async require(@CurrentPrincipal() actor: Principal, @Param('id') id: string, @Body() body: unknown) {
    return success({ user: await this.requireFactor.execute(actor.userId, id, body) });
  }

  @Post('reset')
  @HttpCode(200)
  async reset(@CurrentPrincipal() actor: Principal, @Param('id') id: string) {
    return success({ user: await this.resetFactor.execute(actor.userId, id) });
  }
}

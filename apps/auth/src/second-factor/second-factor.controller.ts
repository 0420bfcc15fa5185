import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import {
  confirmEnrolmentBody,
  enrolBody,
  messages,
  secondFactorProofBody,
  success,
} from '@caredrop/contracts';
import { Callers, CurrentPrincipal, parse, type Principal } from '@caredrop/service-kit';
import { OwnSecondFactor } from './own-second-factor.js';

/** Serves 'Account security': the signed-in user's own second factor. */
@Callers('gateway')
@Controller('auth/second-factor')
export class SecondFactorController {
  constructor(private readonly own: OwnSecondFactor) {}

  @Get()
  async status(@CurrentPrincipal() { userId }: Principal) {
    return success({ secondFactor: await this.own.status(userId) });
  }

  @Post('enrol')
  @HttpCode(200)
  async enrol(@CurrentPrincipal() person: Principal, @Body() body: unknown) {
    return success({ enrolment: await this.own.enrol(person, parse(enrolBody, body)) });
  }

  @Post('confirm')
  @HttpCode(200)
  async confirm(@CurrentPrincipal() person: Principal, @Body() body: unknown) {
    const { code } = parse(confirmEnrolmentBody, body);
    return success({ recoveryCodes: await this.own.confirm(person, code) }, messages.secondFactor.turnedOn);
  }

  @Post('recovery-codes')
  @HttpCode(200)
  async renew(@CurrentPrincipal() person: Principal, @Body() body: unknown) {
    const recoveryCodes = await this.own.renewRecoveryCodes(person, parse(secondFactorProofBody, body));
    return success({ recoveryCodes }, messages.secondFactor.codesRenewed);
  }

  @Post('disable')
  @HttpCode(200)
  async disable(@CurrentPrincipal() person: Principal, @Body() body: unknown) {
    await this.own.turnOff(person, parse(secondFactorProofBody, body));
    return success(null, messages.secondFactor.turnedOff);
  }
}

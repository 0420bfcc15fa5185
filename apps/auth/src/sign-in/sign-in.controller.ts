import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { loginBody, loginCodeBody, loginConfirmBody, loginEnrolBody, success } from '@caredrop/contracts';
import { addressBucket, CLIENT_ADDRESS_HEADER, Callers, parse } from '@caredrop/service-kit';
import { FinishSignIn } from './finish-sign-in.js';
import { SignIn } from './sign-in.js';

/** Sign-in: the password, then the steps up to a session for users who need a second factor. */
@Callers('gateway')
@Controller('auth/login')
export class SignInController {
  constructor(
    private readonly signIn: SignIn,
    private readonly finish: FinishSignIn,
  ) {}

  @Post()
  @HttpCode(200)
  async login(@Body() body: unknown, @Headers(CLIENT_ADDRESS_HEADER) address?: string) {
    const { email, password } = parse(loginBody, body);
    return success(await this.signIn.execute(email, password, addressBucket(address)));
  }

  @Post('code')
  @HttpCode(200)
  async code(@Body() body: unknown, @Headers(CLIENT_ADDRESS_HEADER) address?: string) {
    const { ticket, code } = parse(loginCodeBody, body);
    return success(await this.finish.withCode(ticket, code, addressBucket(address)));
  }

  @Post('enrol')
  @HttpCode(200)
  async enrol(@Body() body: unknown) {
    const { ticket } = parse(loginEnrolBody, body);
    return success({ enrolment: await this.finish.beginSetUp(ticket) });
  }

  @Post('confirm')
  @HttpCode(200)
  async confirm(@Body() body: unknown, @Headers(CLIENT_ADDRESS_HEADER) address?: string) {
    const { ticket, code } = parse(loginConfirmBody, body);
    return success(await this.finish.confirmSetUp(ticket, code, addressBucket(address)));
  }
}

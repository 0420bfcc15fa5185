import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import {
  changePasswordBody,
  forgotPasswordBody,
  messages,
  resetPasswordBody,
  success,
} from '@caredrop/contracts';
import {
  addressBucket,
  CLIENT_ADDRESS_HEADER,
  Callers,
  CurrentPrincipal,
  parse,
  type Principal,
} from '@caredrop/service-kit';
import { ChangePassword } from './change-password.js';
import { RequestPasswordReset } from './request-password-reset.js';
import { ResetPassword } from './reset-password.js';

@Callers('gateway')
@Controller('auth')
export class PasswordsController {
  constructor(
    private readonly requestReset: RequestPasswordReset,
    private readonly resetPassword: ResetPassword,
    private readonly changePassword: ChangePassword,
  ) {}

  @Post('forgot-password')
  @HttpCode(200)
  async forgot(@Body() body: unknown, @Headers(CLIENT_ADDRESS_HEADER) address?: string) {
    const { email } = parse(forgotPasswordBody, body);
    await this.requestReset.execute(email, addressBucket(address));
    return success(null, messages.auth.resetSent);
  }

  @Post('reset-password')
  @HttpCode(200)
  async reset(@Body() body: unknown, @Headers(CLIENT_ADDRESS_HEADER) address?: string) {
    const { token, password } = parse(resetPasswordBody, body);
    await this.resetPassword.execute(token ?? '', password, addressBucket(address));
    return success(null, messages.auth.resetDone);
  }

  @Post('change-password')
  @HttpCode(200)
  async change(
    @CurrentPrincipal() person: Principal,
    @Body() body: unknown,
    @Headers(CLIENT_ADDRESS_HEADER) address?: string,
  ) {
    await this.changePassword.execute(person, parse(changePasswordBody, body), addressBucket(address));
    return success(null, messages.password.changed);
  }
}

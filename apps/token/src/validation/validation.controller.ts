import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { success } from '@caredrop/contracts';
import { Callers, parse } from '@caredrop/service-kit';
import { z } from 'zod';
import { ValidateToken } from './validate-token.js';

const validateBody = z.object({ token: z.string().max(2000) });

/** GET /api/tokens/validate/{token}: the gateway moves the link's value from the path into the body. */
@Callers('gateway')
@Controller('links')
export class ValidationController {
  constructor(private readonly validateToken: ValidateToken) {}

  @Post('validate')
  @HttpCode(200)
  async validate(
    @Body() body: unknown,
    @Headers('x-patient-proof') proof?: string,
    @Headers('x-patient-browser') browser?: string,
  ) {
    const given = proof && browser ? { proof, browser } : undefined;
    return success(await this.validateToken.execute(parse(validateBody, body).token, given));
  }
}

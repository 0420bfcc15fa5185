import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { linkBody, success } from '@caredrop/contracts';
import { Callers, parse } from '@caredrop/service-kit';
import { patientProofOf } from '../check-rules/check-rights.js';
import { ValidateToken } from './validate-token.js';

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
    const { token } = parse(linkBody, body);
    return success(await this.validateToken.execute(token, patientProofOf(proof, browser)));
  }
}

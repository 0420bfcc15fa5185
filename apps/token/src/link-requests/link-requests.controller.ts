import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { linkBody, success, type LinkRequest } from '@caredrop/contracts';
import { Callers, parse } from '@caredrop/service-kit';
import { patientProofOf } from '../check-rules/check-rights.js';
import { DescribeRequest } from './describe-request.js';
import { SkipDocument } from './skip-document.js';

/** What the holder of a link can do about a request for several documents. */
@Callers('gateway')
@Controller('links')
export class LinkRequestsController {
  constructor(
    private readonly describeRequest: DescribeRequest,
    private readonly skipDocument: SkipDocument,
  ) {}

  @Post('request')
  @HttpCode(200)
  async describe(
    @Body() body: unknown,
    @Headers('x-patient-proof') proof?: string,
    @Headers('x-patient-browser') browser?: string,
  ) {
    const { token } = parse(linkBody, body);
    return success<LinkRequest>(await this.describeRequest.execute(token, patientProofOf(proof, browser)));
  }

  @Post('skip')
  @HttpCode(200)
  async skip(
    @Body() body: unknown,
    @Headers('x-patient-proof') proof?: string,
    @Headers('x-patient-browser') browser?: string,
  ) {
    const { token } = parse(linkBody, body);
    const given = patientProofOf(proof, browser);
    await this.skipDocument.execute(token, given);
    return success<LinkRequest>(await this.describeRequest.execute(token, given));
  }
}

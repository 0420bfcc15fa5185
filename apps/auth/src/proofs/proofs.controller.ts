import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { proofBody, success } from '@caredrop/contracts';
import {
  addressBucket,
  CLIENT_ADDRESS_HEADER,
  Callers,
  CurrentPrincipal,
  parse,
  type Principal,
} from '@caredrop/service-kit';
import { GiveProof } from './give-proof.js';

@Callers('gateway')
@Controller('auth/proof')
export class ProofsController {
  constructor(private readonly giveProof: GiveProof) {}

  @Post()
  @HttpCode(200)
  async give(
    @CurrentPrincipal() person: Principal,
    @Body() body: unknown,
    @Headers(CLIENT_ADDRESS_HEADER) address?: string,
  ) {
    const until = await this.giveProof.execute(person, parse(proofBody, body), addressBucket(address));
    return success({ provenUntil: until.toISOString() });
  }
}

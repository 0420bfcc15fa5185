import { Controller, Get, Inject, Param } from '@nestjs/common';
import { success, type Sheet } from '@caredrop/contracts';
import { appError, Callers, CurrentPrincipal, type Principal } from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { RecordReads } from '../tokens/record-reads.js';
import { statusOf } from '../tokens/token.js';
import { sheetOf } from './sheet.js';

@Callers('gateway')
@Controller('tokens/:id/sheet')
export class SheetsController {
  constructor(
    private readonly reads: RecordReads,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  async show(@CurrentPrincipal() principal: Principal, @Param('id') id: string) {
    const token = await this.reads.visible(id, principal, 'token.view');
    if (statusOf(token, new Date()) !== 'active') throw appError('sheet_token_not_active');
    await this.reads.view(token);
    return success<Sheet>(sheetOf(token, this.config));
  }
}

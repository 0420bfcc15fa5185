import { Body, Controller, Get, HttpCode, Inject, Param, Patch, Post, Query } from '@nestjs/common';
import {
  bulkTokensBody,
  exportTokensBody,
  extendTokenBody,
  monitorQuery,
  revokeTokenBody,
  success,
  tokensQuery,
  type TokensResponse,
} from '@caredrop/contracts';
import {
  Callers,
  CurrentPrincipal,
  parse,
  requireProofForBulk,
  Roles,
  type Principal,
} from '@caredrop/service-kit';
import { CONFIG, type Config } from '../config.js';
import { TemplateVersions } from '../template-texts/template-versions.js';
import { CreateBulkTokens } from './create-bulk-tokens.js';
import { ExtendToken } from './extend-token.js';
import { RecordExport } from './record-export.js';
import { RecordReads } from './record-reads.js';
import { RequestOverviews } from './request-overviews.js';
import { RevokeToken } from './revoke-token.js';
import { TokenDocuments } from './token-documents.js';
import { TokenPresenter } from './token.presenter.js';
import { TokenQueries, type TokenPage } from './tokens.queries.js';

@Callers('gateway')
@Controller()
export class TokensController {
  constructor(
    private readonly queries: TokenQueries,
    private readonly presenter: TokenPresenter,
    private readonly documents: TokenDocuments,
    private readonly createBulkTokens: CreateBulkTokens,
    private readonly revokeToken: RevokeToken,
    private readonly extendToken: ExtendToken,
    private readonly recordExport: RecordExport,
    private readonly reads: RecordReads,
    private readonly templates: TemplateVersions,
    private readonly requests: RequestOverviews,
    @Inject(CONFIG) private readonly config: Pick<Config, 'FRESH_PROOF_SCOPE'>,
  ) {}

  @Get('tokens')
  async list(@CurrentPrincipal() principal: Principal, @Query() query: unknown) {
    const filter = parse(tokensQuery, query);
    const page = await this.queries.own(principal, filter);
    const shown = await this.toResponse(page);
    await this.reads.listScope(filter, page.rows.length);
    return success(shown);
  }

  @Post('tokens/bulk')
  @Roles('admin')
  async bulk(@CurrentPrincipal() principal: Principal, @Body() body: unknown) {
    const tokens = await this.createBulkTokens.execute(principal, parse(bulkTokensBody, body));
    return success({ tokens: await this.presenter.list(tokens) });
  }

  @Post('tokens/exports')
  @HttpCode(200)
  async exported(@CurrentPrincipal() principal: Principal, @Body() body: unknown) {
    requireProofForBulk(this.config.FRESH_PROOF_SCOPE, principal);
    const { tokenIds } = parse(exportTokensBody, body);
    try {
      await this.recordExport.execute(tokenIds, principal);
    } catch (error) {
      await this.reads.exportFailed(tokenIds, error);
      throw error;
    }
    return success({ recorded: true });
  }

  @Get('tokens/:id')
  async details(@CurrentPrincipal() principal: Principal, @Param('id') id: string) {
    const token = await this.reads.visible(id, principal, 'token.view');
    const shown = await this.presenter.details(token, await this.documents.of(token));
    const template = await this.templates.nameOf(token);
    const items = await this.requests.of(token);
    await this.reads.view(token);
    return success({
      token: { ...shown, ...(template && { template }), ...(items && { request_items: items }) },
    });
  }

  @Patch('tokens/:id')
  async revoke(@CurrentPrincipal() principal: Principal, @Param('id') id: string, @Body() body: unknown) {
    await this.reads.visible(id, principal, 'token.revoke');
    parse(revokeTokenBody, body);
    const token = await this.revokeToken.execute(id, principal);
    return success({ token: await this.presenter.one(token) });
  }

  @Post('tokens/:id/extend')
  @HttpCode(200)
  async extend(@CurrentPrincipal() principal: Principal, @Param('id') id: string, @Body() body: unknown) {
    await this.reads.visible(id, principal, 'token.extend');
    const token = await this.extendToken.execute(id, parse(extendTokenBody, body).days);
    return success({ token: await this.presenter.one(token) });
  }

  @Get('admin/tokens/monitor')
  @Roles('admin')
  async monitor(@Query() query: unknown) {
    const filter = parse(monitorQuery, query);
    const page = await this.queries.monitor(filter);
    const shown = await this.toResponse(page);
    await this.reads.listAll(filter, page.rows.length);
    return success(shown);
  }

  private async toResponse({ rows, ...page }: TokenPage): Promise<TokensResponse> {
    return { tokens: await this.presenter.list(rows), ...page };
  }
}

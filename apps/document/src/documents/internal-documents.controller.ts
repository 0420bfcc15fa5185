import { success } from '@caredrop/contracts';
import { documentsByTokenBody, namesBody, ofTokensBody } from '@caredrop/contracts/internal';
import { Callers, parse } from '@caredrop/service-kit';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { DocumentNames } from './document-names.queries.js';
import { DocumentPresenter } from './document.presenter.js';
import { DocumentsQueries } from './documents.queries.js';

/** For the token service, which has checked that the caller may see a token's documents, and for the audit. */
@Controller('internal/documents')
export class InternalDocumentsController {
  constructor(
    private readonly queries: DocumentsQueries,
    private readonly views: DocumentPresenter,
    private readonly names: DocumentNames,
  ) {}

  @Callers('token')
  @Post('by-token')
  @HttpCode(200)
  async byToken(@Body() body: unknown) {
    const { tokenId } = parse(documentsByTokenBody, body);
    return success({ documents: await this.views.view(await this.queries.byToken(tokenId)) });
  }

  @Callers('audit')
  @Post('names')
  @HttpCode(200)
  async named(@Body() body: unknown) {
    return success({ documents: await this.names.of(parse(namesBody, body).ids) });
  }

  @Callers('audit')
  @Post('of-tokens')
  @HttpCode(200)
  async ofTokens(@Body() body: unknown) {
    return success({ documentIds: await this.names.ofTokens(parse(ofTokensBody, body).tokenIds) });
  }
}

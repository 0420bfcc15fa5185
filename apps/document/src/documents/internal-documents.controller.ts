import { success } from '@caredrop/contracts';
import { documentsByTokenBody } from '@caredrop/contracts/internal';
import { Callers, parse } from '@caredrop/service-kit';
import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { DocumentPresenter } from './document.presenter.js';
import { DocumentsQueries } from './documents.queries.js';

/** Documents of a token, for the token service, which has checked that the caller may see them. */
@Callers('token')
@Controller('internal/documents')
export class InternalDocumentsController {
  constructor(
    private readonly queries: DocumentsQueries,
    private readonly views: DocumentPresenter,
  ) {}

  @Post('by-token')
  @HttpCode(200)
  async byToken(@Body() body: unknown) {
    const { tokenId } = parse(documentsByTokenBody, body);
    return success({ documents: await this.views.view(await this.queries.byToken(tokenId)) });
  }
}

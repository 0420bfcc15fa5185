import { Module } from '@nestjs/common';
import { PeopleModule } from '../people/people.module.js';
import { RequestItemsModule } from '../request-items/request-items.module.js';
import { TemplateTextsModule } from '../template-texts/template-texts.module.js';
import { CreateBulkTokens } from './create-bulk-tokens.js';
import { CreateToken } from './create-token.js';
import { ExtendToken } from './extend-token.js';
import { HolderChanges } from './holder-changes.js';
import { InternalTokensController } from './internal-tokens.controller.js';
import { LinkRejections } from './link-rejections.js';
import { RecordExport } from './record-export.js';
import { RecordReads } from './record-reads.js';
import { RequestOverviews } from './request-overviews.js';
import { RevokeToken } from './revoke-token.js';
import { TokenNames } from './token-names.queries.js';
import { TokenDocuments } from './token-documents.js';
import { TokenPresenter } from './token.presenter.js';
import { TokensController } from './tokens.controller.js';
import { TokenQueries } from './tokens.queries.js';

@Module({
  imports: [PeopleModule, RequestItemsModule, TemplateTextsModule],
  controllers: [TokensController, InternalTokensController],
  providers: [
    TokenPresenter,
    TokenQueries,
    TokenNames,
    TokenDocuments,
    CreateToken,
    CreateBulkTokens,
    RevokeToken,
    ExtendToken,
    RecordExport,
    RecordReads,
    RequestOverviews,
    LinkRejections,
    HolderChanges,
  ],
  exports: [
    CreateToken,
    HolderChanges,
    LinkRejections,
    TokenDocuments,
    TokenPresenter,
    TokenQueries,
    RecordReads,
  ],
})
export class TokensModule {}

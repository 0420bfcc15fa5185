import { Module } from '@nestjs/common';
import { InspectorModule } from '../inspector/inspector.module.js';
import { PeopleModule } from '../people/people.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { DeleteDocuments } from './delete-documents.js';
import { DocumentNames } from './document-names.queries.js';
import { DocumentPresenter } from './document.presenter.js';
import { DocumentsController } from './documents.controller.js';
import { DocumentsQueries } from './documents.queries.js';
import { DownloadZip } from './download-zip.js';
import { FileAccess } from './file-access.js';
import { FileUrls } from './file-urls.js';
import { FilesController } from './files.controller.js';
import { FollowLink } from './follow-link.js';
import { GuardedReads } from './guarded-reads.js';
import { InternalDocumentsController } from './internal-documents.controller.js';
import { MarkAskedAgain } from './mark-asked-again.js';
import { PagesController } from './pages.controller.js';
import { ReadDocument } from './read-document.js';
import { RecordReads } from './record-reads.js';
import { RescanDocuments } from './rescan-documents.js';
import { ReviewDocument } from './review-document.js';
import { SafeCopies } from './safe-copies.js';
import { SeenMarks } from './seen-marks.js';
import { StreamDocument } from './stream-document.js';

@Module({
  imports: [InspectorModule, PeopleModule, StorageModule],
  controllers: [
    DocumentsController,
    InternalDocumentsController,
    FilesController,
    PagesController,
    MarkAskedAgain,
    FollowLink,
  ],
  providers: [
    FileAccess,
    FileUrls,
    DocumentsQueries,
    DocumentNames,
    DocumentPresenter,
    GuardedReads,
    ReadDocument,
    SafeCopies,
    StreamDocument,
    DeleteDocuments,
    RecordReads,
    ReviewDocument,
    SeenMarks,
    DownloadZip,
    RescanDocuments,
  ],
  exports: [DocumentsQueries, DocumentPresenter, RecordReads],
})
export class DocumentsModule {}

import { Module } from '@nestjs/common';
import { Digests } from '../files/digests.js';
import { InspectorModule } from '../inspector/inspector.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { Claims } from './claims.js';
import { EndAttempt } from './end-attempt.js';
import { LinkBackOff } from './link-back-off.js';
import { Quota } from './quota.js';
import { ReceiveUpload } from './receive-upload.js';
import { ReplayReceipt } from './replay-receipt.js';
import { ScanUpload } from './scan-upload.js';
import { SettleController } from './settle.controller.js';
import { AdmitUpload } from './stages/admit-upload.js';
import { ClaimLink } from './stages/claim-link.js';
import { CommitUpload } from './stages/commit-upload.js';
import { ConfirmClaim } from './stages/confirm-claim.js';
import { InspectFile } from './stages/inspect-file.js';
import { ReadBody } from './stages/read-body.js';
import { SealFile } from './stages/seal-file.js';
import { StoreObject } from './stages/store-object.js';
import { UploadStages } from './stages/upload-stages.js';
import { SweepAttempts } from './sweep-attempts.js';
import { UploadRejections } from './upload-rejections.js';
import { UploadsController } from './uploads.controller.js';

const stages = [
  AdmitUpload,
  ClaimLink,
  ReadBody,
  InspectFile,
  SealFile,
  StoreObject,
  ConfirmClaim,
  CommitUpload,
  UploadStages,
];

@Module({
  imports: [InspectorModule, StorageModule],
  controllers: [UploadsController, SettleController],
  providers: [
    { provide: LinkBackOff, useFactory: () => new LinkBackOff() },
    Claims,
    Digests,
    EndAttempt,
    Quota,
    ReceiveUpload,
    ReplayReceipt,
    ScanUpload,
    SweepAttempts,
    UploadRejections,
    ...stages,
  ],
})
export class UploadsModule {}

import { Module } from '@nestjs/common';
import { InspectorModule } from '../inspector/inspector.module.js';
import { StorageModule } from '../storage/storage.module.js';
import { AdmitUpload } from './admit-upload.js';
import { Claims } from './claims.js';
import { CommitUpload } from './commit-upload.js';
import { LinkBackOff } from './link-back-off.js';
import { PrepareFile } from './prepare-file.js';
import { Quota } from './quota.js';
import { ReceiveBody } from './receive-body.js';
import { ReceiveUpload } from './receive-upload.js';
import { SettleController } from './settle.controller.js';
import { SweepAttempts } from './sweep-attempts.js';
import { UploadRefusals } from './upload-refusals.js';
import { UploadsController } from './uploads.controller.js';

@Module({
  imports: [InspectorModule, StorageModule],
  controllers: [UploadsController, SettleController],
  providers: [
    { provide: LinkBackOff, useFactory: () => new LinkBackOff() },
    AdmitUpload,
    ReceiveBody,
    Claims,
    UploadRefusals,
    PrepareFile,
    CommitUpload,
    Quota,
    ReceiveUpload,
    SweepAttempts,
  ],
})
export class UploadsModule {}

import { Inject, Injectable } from '@nestjs/common';
import { AdmitUpload } from './admit-upload.js';
import { ClaimLink } from './claim-link.js';
import { CommitUpload } from './commit-upload.js';
import { ConfirmClaim } from './confirm-claim.js';
import { InspectFile } from './inspect-file.js';
import { ReadBody } from './read-body.js';
import { SealFile } from './seal-file.js';
import { StoreObject } from './store-object.js';

/**
 * The stages of an upload, in order. `execute` performs a stage and throws what ends the upload; where there is an
 * `undo`, it reverts the stage when a later one fails, and storing also when it fails itself. The confirmation is
 * undone together with the claim. Reading, inspecting and sealing store nothing. For `admit`, `undo` only counts a
 * rejected file against its link.
 */
@Injectable()
export class UploadStages {
  @Inject(AdmitUpload) readonly admit!: AdmitUpload;
  @Inject(ClaimLink) readonly claim!: ClaimLink;
  @Inject(ReadBody) readonly read!: ReadBody;
  @Inject(InspectFile) readonly inspect!: InspectFile;
  @Inject(SealFile) readonly seal!: SealFile;
  @Inject(StoreObject) readonly store!: StoreObject;
  @Inject(ConfirmClaim) readonly confirm!: ConfirmClaim;
  @Inject(CommitUpload) readonly commit!: CommitUpload;
}

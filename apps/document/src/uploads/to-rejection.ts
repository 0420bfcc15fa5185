import { ServiceCallFailed } from '@caredrop/service-kit';
import { InspectorsUnavailable } from '../inspector/inspector-pool.js';
import { KeyServiceUnavailable } from '../storage/data-keys.js';
import { StorageUnavailable } from '../storage/object-store.js';
import { OverShare } from './upload-places.js';
import { storageDown, tryAgain } from './upload.errors.js';

/** Errors not caused by the file: the same upload may succeed when it is sent again. */
const ours = [ServiceCallFailed, KeyServiceUnavailable, InspectorsUnavailable, OverShare];

/** Maps the error that ended an upload to the error for the client. */
export function toRejection(error: unknown): unknown {
  if (error instanceof StorageUnavailable) return Object.assign(storageDown(), { cause: error });
  if (ours.some((kind) => error instanceof kind)) return Object.assign(tryAgain(), { cause: error });
  return error;
}

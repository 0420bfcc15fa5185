import { randomBytes, randomUUID } from 'node:crypto';
import { ok, plainSentence, fail, type Check, type CheckResult } from '@caredrop/service-kit';
import { storeFolderOf, type Config } from '../config.js';
import { decryptDocument } from '../files/document-cipher.js';
import type { DocumentIds } from '../files/document-ids.js';
import { encryptInPlace } from '../files/segment-cipher.js';
import { CIPHER_HEADER, objectSize } from '../files/segments.js';
import { KeyServiceUnavailable } from './data-keys.js';
import { StorageFull } from './object-store.js';
import { openDataKeys } from './open-data-keys.js';
import { openObjectStore } from './open-object-store.js';
import { isUntrusted, storeProblem } from './store-problem.js';

const COMPONENT = 'Object store';
const PAGE = 'docs/runbooks/uploads-failing.md';
const PROBE_BYTES = 1024;

/** The probe goes through all the steps of a document: wrap a key, encrypt, write, read, decrypt, delete. */
export const checkStore = (config: Config | undefined): Check[] =>
  config ? [{ component: COMPONENT, page: PAGE, run: () => check(config) }] : [];

async function check(config: Config): Promise<CheckResult[]> {
  const store = await openObjectStore(config);
  const key = `doctor/${randomUUID()}`;
  const ids = {
    documentId: randomUUID(),
    tokenId: randomUUID(),
    sealedFor: randomUUID(),
    patientRefId: 'doctor',
  };
  const plain = randomBytes(PROBE_BYTES);
  const keys = openDataKeys(config);
  let doing = 'the key service does not wrap a data key';
  try {
    const { dataKey, ...wrapped } = await keys.create(ids.documentId);
    doing = 'a probe object could not be written';
    await store.put(key, sealed(plain, dataKey, ids));
    doing = 'the probe object could not be read back';
    const object = await store.get(key, objectSize(PROBE_BYTES));
    doing = 'the data key could not be unwrapped';
    const unwrapped = await keys.unwrap(wrapped, ids.documentId);
    doing = 'the probe object does not open with the key that sealed it';
    const opened = decryptDocument(object, PROBE_BYTES, unwrapped, ids);
    if (!opened.equals(plain)) throw new Error('the probe read back different bytes');
    doing = 'the probe object could not be deleted';
    await store.delete(key);
    return [
      ok(
        COMPONENT,
        `encrypted a probe under key ${keys.currentKeyId}, then wrote, read, decrypted and deleted it`,
      ),
    ];
  } catch (error) {
    return [evaluate(config, doing, error)];
  } finally {
    store.onApplicationShutdown();
  }
}

function sealed(plain: Buffer, dataKey: Buffer, ids: DocumentIds): Buffer {
  const buffer = Buffer.alloc(objectSize(plain.length));
  plain.copy(buffer, CIPHER_HEADER);
  return encryptInPlace(buffer, plain.length, dataKey, ids);
}

function keyServiceFailure(doing: string, cause: unknown): CheckResult {
  const reason = isUntrusted(cause) ? 'The certificate of KMS cannot be trusted' : plainSentence(cause);
  return fail(
    COMPONENT,
    `${doing}: ${reason}`,
    `correct the KMS_ settings, or allow connections to KMS and the use of the key in KMS_KEY_ID: ${PAGE}`,
  );
}

function evaluate(config: Config, doing: string, error: unknown): CheckResult {
  if (error instanceof StorageFull)
    return fail(COMPONENT, 'the store is full', 'free or add space: docs/runbooks/object-store-full.md');
  if (error instanceof KeyServiceUnavailable) return keyServiceFailure(doing, error.cause);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const { name = '' } = cause as { name?: string };
  if (name === 'NoSuchBucket')
    return fail(
      COMPONENT,
      'the bucket in S3_BUCKET does not exist',
      `create the bucket or correct S3_BUCKET: ${PAGE}`,
    );
  const refused = storeProblem(cause);
  if (refused) return fail(COMPONENT, refused, `correct the S3_ settings: ${PAGE}`);
  if (name === 'AccessDenied')
    return fail(
      COMPONENT,
      `${doing}: access denied by the store`,
      `allow these credentials to read, write and delete in the bucket: ${PAGE}`,
    );
  const remedy =
    storeFolderOf(config) === undefined
      ? 'start it, or allow connections to it'
      : 'mount its disk, and let the service read and write the folder';
  return fail(COMPONENT, `${doing}: ${plainSentence(cause)}`, `${remedy}: ${PAGE}`);
}

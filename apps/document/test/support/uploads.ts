import type { UploadReceipt } from '@caredrop/contracts';
import type { ApiResponse, DocumentService } from './document-service.js';
import type { FakeLink } from './fake-token-service.js';
import { aPdf, multipart, type FilePart } from './multipart.js';

export interface UploadOptions {
  file?: Partial<FilePart>;
  comment?: string;
  key?: string;
  /** Headers of a patient check. */
  patient?: { proof: string; browser: string };
  signal?: AbortSignal;
}

/** Sends one file through a link, as the gateway forwards it. */
export function upload(
  service: DocumentService,
  { link }: Pick<FakeLink, 'link'>,
  { file = {}, comment, key, patient, signal }: UploadOptions = {},
): Promise<ApiResponse<{ upload: UploadReceipt }>> {
  const form = multipart({ bytes: aPdf(), ...file }, ...(comment === undefined ? [] : [{ comment }]));
  return service.call('POST', '/upload', {
    headers: {
      ...form.headers,
      'x-link-token': link,
      ...(key && { 'idempotency-key': key }),
      ...(patient && { 'x-patient-proof': patient.proof, 'x-patient-browser': patient.browser }),
    },
    body: form.body,
    ...(signal ? { signal } : {}),
  });
}

import { createHash, randomUUID } from 'node:crypto';
import type { Token } from '@caredrop/contracts';
import type { ClinicianClient } from './clinician-client.ts';
import { sendDocument, type Sending, type UploadResponse } from './send-document.ts';

/** One client's document under one idempotency key, and every response to it. */
export interface Submission {
  key: string;
  bytes: Buffer;
  sha256: string;
  responses: UploadResponse[];
}

/** A link, and everything that happened to it as seen from outside. */
export interface Scenario {
  kind: string;
  owner: ClinicianClient;
  token: Token;
  submissions: Submission[];
  /** The response to its revocation; undefined when it was not attempted. */
  revoked?: { status: number };
  /** The response to sending it by text. */
  texted?: { status: number; phoneNumber: string };
  /** The response to deleting its document. */
  deleted?: { status: number };
  /** Found when the scenario was verified. */
  documentId?: string;
}

export function aSubmission(bytes: Buffer): Submission {
  return {
    key: randomUUID(),
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    responses: [],
  };
}

/** Sends a document and records the response. */
export async function send(
  url: string,
  { token }: Scenario,
  submission: Submission,
  manner: Pick<Sending, 'halfway' | 'vanish'> = {},
): Promise<UploadResponse> {
  const { key: idempotencyKey, bytes } = submission;
  const response = await sendDocument({ url, link: token.token, bytes, idempotencyKey, ...manner });
  submission.responses.push(response);
  return response;
}

export const acknowledged = ({ responses }: Submission): boolean =>
  responses.some(({ status }) => status === 201);

/** The outcome is unknown to the client: no response, or one that asks for a retry. */
export const inDoubt = ({ responses }: Submission): boolean =>
  responses.some(({ status, code }) => status === 0 || status >= 500 || code === 'upload_not_finished');

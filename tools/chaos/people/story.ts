import { createHash, randomUUID } from 'node:crypto';
import type { Token } from '@caredrop/contracts';
import type { Staff } from './staff.ts';
import { sendDocument, type Sending, type Told } from './send-document.ts';

/** One client's document under one idempotency key, and every response to it. */
export interface Letter {
  key: string;
  bytes: Buffer;
  sha256: string;
  told: Told[];
}

/** A link, and everything that happened to it as seen from outside. */
export interface Story {
  kind: string;
  owner: Staff;
  token: Token;
  letters: Letter[];
  /** The response to its revocation; undefined when it was not attempted. */
  revoked?: { status: number };
  /** The response to sending it by text. */
  texted?: { status: number; phoneNumber: string };
  /** The response to deleting its document. */
  deleted?: { status: number };
  /** Found when the scenario was verified. */
  documentId?: string;
}

export function aLetter(bytes: Buffer): Letter {
  return { key: randomUUID(), bytes, sha256: createHash('sha256').update(bytes).digest('hex'), told: [] };
}

/** Sends a document and records the response. */
export async function send(
  url: string,
  { token }: Story,
  letter: Letter,
  manner: Pick<Sending, 'halfway' | 'vanish'> = {},
): Promise<Told> {
  const { key: idempotencyKey, bytes } = letter;
  const told = await sendDocument({ url, link: token.token, bytes, idempotencyKey, ...manner });
  letter.told.push(told);
  return told;
}

export const acknowledged = ({ told }: Letter): boolean => told.some(({ status }) => status === 201);

/** The client cannot know: no response, or one that asks for a retry. */
export const inDoubt = ({ told }: Letter): boolean =>
  told.some(({ status, code }) => status === 0 || status >= 500 || code === 'upload_not_finished');

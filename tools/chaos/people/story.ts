import { createHash, randomUUID } from 'node:crypto';
import type { Token } from '@caredrop/contracts';
import type { Staff } from './staff.ts';
import { sendDocument, type Sending, type Told } from './send-document.ts';

/** One client's document under one idempotency key, and all it was told about it. */
export interface Letter {
  key: string;
  bytes: Buffer;
  sha256: string;
  told: Told[];
}

/** A link, and everything that happened to it from the point of view of those outside. */
export interface Story {
  kind: string;
  owner: Staff;
  token: Token;
  letters: Letter[];
  /** What the clinician was told when revoking it; undefined when nobody tried. */
  revoked?: { status: number };
  /** What the clinician was told when sending it by text. */
  texted?: { status: number; phoneNumber: string };
  /** What the clinician was told when deleting its document. */
  deleted?: { status: number };
  /** Found when the story was settled. */
  documentId?: string;
}

export function aLetter(bytes: Buffer): Letter {
  return { key: randomUUID(), bytes, sha256: createHash('sha256').update(bytes).digest('hex'), told: [] };
}

/** Sends a letter and writes down what was told. */
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

/** Its sender cannot know: no answer, or one that says to try again. */
export const inDoubt = ({ told }: Letter): boolean =>
  told.some(({ status, code }) => status === 0 || status >= 500 || code === 'upload_not_finished');

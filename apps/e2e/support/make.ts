import { randomInt, randomUUID } from 'node:crypto';
import type { AskAgain, Document, Token } from '@caredrop/contracts';
import { aPdf, eventually } from '@caredrop/testing';
import type { ApiClient, Upload } from './api.js';

/** A patient reference that no other test uses. */
export const aReference = (prefix = 'E') => `${prefix}-${randomUUID().slice(0, 8)}`;

/**
 * A mobile number reserved for fiction. A number gets at most five texts a day (`SMS_PER_NUMBER_PER_DAY`), so
 * tests that share a stack must not share a number. Never ends in 0000, to which the emulator does not deliver.
 */
export const aPhoneNumber = () => `07700 900${String(randomInt(1, 1_000)).padStart(3, '0')}`;

/** An email address that no other test uses; the mail inbox refuses those at `refused.test`. */
export const anAddress = (domain = 'example.test') => `patient-${randomUUID().slice(0, 8)}@${domain}`;

/** A saved view of a user's own links, with a name that no other test uses. */
export const aView = () => ({ list: 'tokens', name: aReference('View'), query: 'status=active' });

/** An absence that starts now and lasts a day unless `ms` says otherwise. */
export const anAbsence = (coverId: string, ms = 86_400_000) => ({
  coverId,
  startsAt: new Date().toISOString(),
  endsAt: new Date(Date.now() + ms).toISOString(),
});

/** A request template in the clinic's default language, with a name that no other test uses. */
export const aTemplate = (part: object = {}) => ({
  name: aReference('Template'),
  texts: [{ language: 'en', instructions: 'Photograph both sides.' }],
  ...part,
});

/** The documents of a request; the first can be skipped. */
export const twoItems = [{ label: 'Referral', optional: true }, { label: 'Photo' }];

export const pdfUpload = (changes: Partial<Upload> = {}): Upload => ({
  bytes: aPdf({ text: 'A letter' }),
  name: 'letter.pdf',
  type: 'application/pdf',
  ...changes,
});

export interface Received {
  token: Token;
  document: Document;
}

/** Creates a link and sends a document through it; waits until the link is marked as used. */
export const receive = async (
  api: ApiClient,
  reference: string,
  changes: Partial<Upload> = {},
): Promise<Received> => receiveWith(api, await api.createToken(reference), changes);

/** Sends a document through an existing link; waits until the link is marked as used. */
export async function receiveWith<Link extends Pick<Token, 'id' | 'token'>>(
  api: ApiClient,
  token: Link,
  changes: Partial<Upload> = {},
): Promise<{ token: Link; document: Document }> {
  const response = await api.upload(token.token, pdfUpload(changes));
  if (response.status !== 201)
    throw new Error(`the upload returned ${response.status}: ${response.body.message}`);
  const document = await eventually(async () => {
    const [found] = (await api.token(token.id)).uploads;
    if (!found?.file_url) throw new Error('the document has not arrived');
    const again = await api.get<AskAgain>(`/tokens/${token.id}/ask-again`);
    if (!again.body.data.possible) throw new Error('the link is not marked as used');
    return found;
  });
  return { token, document };
}

import { againReasons, type AgainReason, type ErrorCode } from '@caredrop/contracts';
import type { Language } from '@caredrop/patient-copy';
import { patientCopy } from '@caredrop/patient-copy/sync';
import type { Token } from '../generated/prisma/client.js';
import { languageOfTexts } from '../offered-languages/offered.js';
import { isCheckGone } from '../tokens/token.js';

/** Placeholder for the link, as in every other text. */
const LINK_PLACE = '{link}';

type Received = Pick<Token, 'status' | 'documentState' | 'hasCheck' | 'checkKeyId'>;

/** Why a link's document cannot be requested again; null when it can. */
export function againRejection(token: Received): ErrorCode | null {
  if (token.status !== 'used' || token.documentState !== 'present') return 'again_no_document';
  return isCheckGone(token) ? 'reissue_check_gone' : null;
}

/** The stored reason; null if there is none, or if this version does not know it. */
export const againReasonOf = (stored: string | null): AgainReason | null =>
  againReasons.find((known) => known === stored) ?? null;

/** The text with the new link, in the language of the link. Never contains the clinician's own words. */
export const againText = (
  { language }: Pick<Token, 'language'>,
  reason: AgainReason,
  offered: readonly Language[],
): string => `${patientCopy(languageOfTexts(language, offered).id).again[reason]()} ${LINK_PLACE}`;

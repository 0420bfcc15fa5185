import type { IncomingMessage } from 'node:http';
import { chooseLanguage, type Language } from '@caredrop/patient-copy';
import Negotiator from 'negotiator';

/** The language of a patient's page: the browser's first one that the clinic offers, otherwise the clinic's default. */
export const wantedLanguage = (
  request: Pick<IncomingMessage, 'headers'>,
  offered: readonly Language[],
): Language => chooseLanguage(new Negotiator(request).languages(), offered);

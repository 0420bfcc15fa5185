import type { IncomingMessage } from 'node:http';
import { chooseLanguage, type Language } from '@caredrop/patient-copy';
import Negotiator from 'negotiator';

/** The language of a patient's page: the first of the browser's languages that the clinic offers. */
export const wantedLanguage = (
  request: Pick<IncomingMessage, 'headers'>,
  offered: readonly Language[],
): Language => chooseLanguage(new Negotiator(request).languages(), offered);

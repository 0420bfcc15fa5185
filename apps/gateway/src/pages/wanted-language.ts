import type { IncomingMessage } from 'node:http';
import { chooseLanguage, type Language } from '@caredrop/patient-copy';
import Negotiator from 'negotiator';

/** The language of a patient's page: of those that exist, the one that the browser asks for first. */
export const wantedLanguage = (request: Pick<IncomingMessage, 'headers'>): Language =>
  chooseLanguage(new Negotiator(request).languages());

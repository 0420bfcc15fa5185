import { errors, type ErrorCode } from '@caredrop/contracts';

/** The sentence of an error as patients read it in English. */
export const patientSentence = (code: string): string => errors[code as ErrorCode].text;

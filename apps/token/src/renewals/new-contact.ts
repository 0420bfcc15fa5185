import type { AgainReason } from '@caredrop/contracts';
import type { Token } from '../generated/prisma/client.js';
import { emailedAddress, keptAddress, keptNumber } from '../tokens/kept-number.js';

export interface Reissue {
  /** Whether the new link is sent at once; `newContact` decides through which channels. */
  send: boolean;
  /** Repeating a call with the same key returns the link that the first call made. */
  key: string | null;
  /** The time of the patient's report that the clinician has read. */
  reportedAt?: Date | undefined;
  /** Whether the new link has reminders; if undefined, `isRemindedAgain` decides. */
  reminders?: boolean | undefined;
  /** Made by automatic renewal, without a clinician's action. */
  automatic?: boolean;
  /** Asks again for the document that the link has received. */
  again?: AskedAgain;
}

export interface AskedAgain {
  reason: AgainReason;
  words: string | null;
  /** Where to text the new link. Passed here, because a used link keeps its number for thanks only. */
  number: string | null;
  /** Where to email the new link. Passed here, because the address of a used link is not kept. */
  address: string | null;
}

/** The number and the address that the new link keeps, and which of them it is sent to at once. */
export interface NewContact {
  number: string | null;
  address: string | null;
  textTo: string | null;
  emailTo: string | null;
}

/**
 * An automatic renewal texts the number only if the old link was delivered to it; a clinician may text any stored number.
 */
export function newContact(old: Token, { send, automatic, again }: Reissue, now: Date): NewContact {
  const number = again ? again.number : keptNumber(old, now);
  const address = again ? again.address : keptAddress(old, now);
  const mayBeTexted = !automatic || old.smsStatus === 'delivered';
  const mayBeEmailed = again !== undefined || emailedAddress(old, now) !== null;
  return {
    ...{ number, address },
    textTo: send && mayBeTexted ? number : null,
    emailTo: send && mayBeEmailed ? address : null,
  };
}

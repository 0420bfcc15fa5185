import type { Thanks } from '@caredrop/contracts';

const delivery: Record<NonNullable<Thanks['status']>, string> = {
  sent: '',
  delivered: ' The text was delivered.',
  failed: ' The text was not delivered.',
  other: '',
};

/** The copy for thanking a patient. The sentences themselves are in the patients' catalogue. */
export const thanksCopy = {
  heading: 'Thank the patient',
  what: 'Send the patient a short text that you have looked at the document, once.',
  impossible:
    'Not possible: the link was not texted, its number is no longer kept, or the document cannot be opened.',
  sentOn: (time: string, status: Thanks['status']) => `Thanked on ${time}.${delivery[status ?? 'sent']}`,
  open: 'Thank the patient',
  title: 'Thank the patient by text',
  to: (digits: string) => `To the number ending in ${digits}, at which the patient got the link.`,
  warning:
    'Anyone who sees the phone can read the text. Send it only if the document came from the right patient. You cannot take it back.',
  choose: 'Text',
  size: (segments: number) => `Sent as ${segments} text message${segments === 1 ? '' : 's'}.`,
  again: 'An earlier try may have sent this sentence. It can be tried again, and is sent at most once.',
  send: 'Send',
  sending: 'Sending...',
  sent: 'The patient was thanked',
  failed: 'Failed to send the text',
} as const;

import type { AgainReason } from '@caredrop/contracts';

/** The copy for asking for a document again. What the patient reads is in the patients' catalogue. */
export const againCopy = {
  heading: 'Ask again',
  what: 'Ask the patient to send the document again, with a new link that says why.',
  impossible:
    'Not possible: the document has only just arrived or was lost, a new link was made already, or it would not ask for the date of birth.',
  askedOn: (time: string) => `Asked again on ${time}. This document stays until you delete it.`,
  openNew: 'View the new link',
  open: 'Ask again',
  title: 'Ask for this document again?',
  patient: 'Patient',
  why: 'Why? The patient reads it in their own language.',
  reasons: {
    blurred: 'It is blurred',
    page_missing: 'A page is missing',
    wrong_document: 'It is the wrong document',
    other_patient: 'It is about another person',
    own_words: 'In your own words',
  } satisfies Record<AgainReason, string>,
  otherPatient: 'This document stays under this reference. Delete it if it must not be kept here.',
  words: 'Your words to the patient',
  wordsHelp:
    'Shown on the page of the new link as you write them, not translated, and not in the text message.',
  wordsMissing: 'Write what the patient should send.',
  phone: 'Phone number',
  phoneHelp:
    'The number of this link is not kept. Leave it empty to give the new link to the patient yourself.',
  phoneMissing: 'Enter the number, or choose “Make without a text”.',
  email: 'Email address',
  emailHelp:
    'The address of this link is no longer kept. Leave it empty to give the new link to the patient yourself.',
  contactMissing: 'Enter it, or choose “Make without sending”.',
  emailTo: (address: string) => `The new link is emailed to ${address}, as this one was.`,
  emailWhat: 'The email has the usual text and not the reason. The patient reads the reason on the page.',
  to: (digits: string) =>
    `The text goes to the number ending in ${digits}, at which the patient got the link.`,
  text: 'Text message',
  size: (segments: number) => `Sent as ${segments} text message${segments === 1 ? '' : 's'}.`,
  cancel: 'Cancel',
  make: 'Make without a text',
  makeUnsent: 'Make without sending',
  making: 'Making...',
  send: 'Send',
  sending: 'Sending...',
  sent: 'The patient was asked again',
  failed: 'The patient was not asked again',
  unknown: 'The patient may have been asked again. Press the same button again: nothing is sent twice.',
} as const;

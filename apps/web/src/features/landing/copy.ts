import {
  IconBellRinging,
  IconClockCheck,
  IconLinkOff,
  IconLock,
  IconMessage,
  IconShieldCheck,
  type Icon,
} from '@tabler/icons-react';
import type { Shot } from './screenshot.js';

/** The landing page's copy. It makes only claims that the product fulfils. */
export const features: { icon: Icon; title: string; text: string }[] = [
  {
    icon: IconLinkOff,
    title: 'A link works once',
    text: 'Each link belongs to one patient reference and takes one document. After that it stops working for everyone.',
  },
  {
    icon: IconMessage,
    title: 'SMS or direct link',
    text: 'Send the link as an SMS from the workspace, copy the direct link into any message you already send, or print it as a QR code.',
  },
  {
    icon: IconLock,
    title: 'AES-256 encryption',
    text: 'Documents are encrypted with AES-256 before they reach storage, each with its own key.',
  },
  {
    icon: IconBellRinging,
    title: 'Email notification',
    text: 'The clinician gets an email notification when a document arrives: at once, collected or once a day. It names no patient.',
  },
  {
    icon: IconClockCheck,
    title: 'Nobody forgotten',
    text: 'Patients are reminded by text or email, can ask for a new link when theirs has expired, and can say that they need help.',
  },
  {
    icon: IconShieldCheck,
    title: 'Built for HIPAA compliance',
    text: 'Roles checked on the server, sessions that end when idle, encrypted storage, and no patient details in emails or logs.',
  },
];

/** Screenshots of the product with demo data, in `public/screens`. */
export const shots = {
  document: {
    name: 'document',
    width: 1120,
    height: 760,
    alt: 'A document in the workspace: a photographed letter, with its patient reference, its state and the button that marks it as reviewed.',
  },
  phone: {
    name: 'phone',
    width: 400,
    height: 800,
    alt: 'The patient’s page on a phone: the clinic’s name, the chosen photo and the button that sends it.',
  },
} satisfies Record<string, Shot>;

export const steps: { title: string; text: string; shot: Shot }[] = [
  {
    title: 'Make a link',
    text: 'Enter the patient’s reference and, if you like, the phone number: the text goes out with the same click.',
    shot: {
      name: 'ask',
      width: 560,
      height: 675,
      alt: 'A new link: it was sent by SMS, and can be copied or shown as a QR code.',
    },
  },
  {
    title: 'The patient opens it',
    text: 'By SMS, by direct link, or from a QR code on paper. No account, no app, and a page in the patient’s language.',
    shot: {
      name: 'open',
      width: 560,
      height: 675,
      alt: 'The patient’s page on a phone: who asks, the reference, and a large button that takes a photo.',
    },
  },
  {
    title: 'The patient sends it',
    text: 'A photo, several scanned pages or a PDF. The page says that it has arrived only when it has.',
    shot: {
      name: 'sent',
      width: 560,
      height: 675,
      alt: 'The patient’s page after sending: Upload Successful, with the reference and the time.',
    },
  },
  {
    title: 'You review it',
    text: 'An email tells you that a document has arrived. New, reviewed or filed: the list shows what is left to do.',
    shot: {
      name: 'list',
      width: 560,
      height: 675,
      alt: 'A clinician’s list of documents on a phone, each with its patient, date and review state.',
    },
  },
];

/** Properties of the product, not measurements from a practice. */
export const facts = [
  { figure: '1', label: 'document for each link, never two' },
  { figure: '0', label: 'accounts a patient has to make' },
  { figure: '5 MB', label: 'for a JPG, PNG or PDF' },
  { figure: '256 bit', label: 'AES keys, one for each document' },
];

export const useCases = [
  {
    title: 'General practice',
    text: 'A photo of a rash before the call, a letter from abroad, a vaccination record.',
  },
  { title: 'Referrals', text: 'The patient sends the other hospital’s report; no one retypes a fax.' },
  {
    title: 'Insurance and consent',
    text: 'The front of the card, or the signed form, in the file the same day.',
  },
  {
    title: 'Mental health and therapy',
    text: 'Questionnaires filled in at home, kept out of ordinary email.',
  },
];

/** Testimonials by role rather than in the names of invented people. */
export const voices = [
  {
    role: 'A clinician between two appointments',
    text: 'I type the reference, copy the link, and carry on. An email tells me when the document has arrived.',
  },
  {
    role: 'A patient with a phone in one hand',
    text: 'I took a photo, pressed one button, and it told me that it had arrived. No password to invent.',
  },
  {
    role: 'An administrator who answers to an auditor',
    text: 'Every link shows who created it, what happened to it and when. A used link stays used.',
  },
];

export const questions: { question: string; response: string }[] = [
  {
    question: 'Does the patient need an account or an app?',
    response:
      'No. The link opens in the phone’s browser. There is nothing to install and nothing to sign up for.',
  },
  {
    question: 'What can be sent?',
    response: 'One JPG, PNG or PDF under 5 MB for each link, with a short comment if the patient likes.',
  },
  {
    question: 'What if a link falls into the wrong hands?',
    response:
      'Anyone who opens it sees the patient reference and can send one document, but cannot read anything. Revoke the link and it stops working at once.',
  },
  {
    question: 'Is Caredrop HIPAA certified?',
    response:
      'No product can be: there is no HIPAA certification for software. Caredrop is built for HIPAA compliance: encryption at rest, access by role, sessions that end, and messages without patient details. Your clinic’s own policies do the rest.',
  },
  {
    question: 'How do I find out that a document has arrived?',
    response: 'By email, and in the workspace, where lists and counts update automatically.',
  },
  {
    question: 'Can a document be deleted?',
    response: 'Yes. Its clinician or an administrator can delete it, permanently.',
  },
];

/** Headings and buttons. */
export const copy = {
  tab: 'Caredrop: one link, one document',
  hero: {
    title: 'Ask a patient for one document. Get it the safe way.',
    text: 'No more photos by ordinary email, no portal password to reset, no fax to retype. Your patient opens a link that works once, sends a photo or a PDF from a phone, and you review it in your workspace.',
    start: 'Get started',
    how: 'See how it works',
  },
  headings: {
    features: 'What it does for you',
    steps: 'How it works',
    facts: 'In figures',
    useCases: 'Use cases',
    voices: 'Testimonials, by role',
    questions: 'Frequently asked questions',
  },
  closing: {
    title: 'Your first link takes a minute',
    text: 'Sign in, enter a reference, copy the link.',
    start: 'Open the workspace',
  },
} as const;

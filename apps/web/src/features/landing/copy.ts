import {
  IconBellRinging,
  IconClockCheck,
  IconLinkOff,
  IconLock,
  IconMessage,
  IconShieldCheck,
  type Icon,
} from '@tabler/icons-react';

/** The landing page's copy. Only claims that the product fulfils. */
export const features: { icon: Icon; title: string; text: string }[] = [
  {
    icon: IconLinkOff,
    title: 'A link works once',
    text: 'Each link belongs to one patient reference and takes one document. After that it stops working for everyone.',
  },
  {
    icon: IconMessage,
    title: 'SMS or direct link',
    text: 'Send the link as an SMS from the workspace, or copy the direct link into any message you already send.',
  },
  {
    icon: IconLock,
    title: 'AES-256 encryption',
    text: 'Documents are encrypted with AES-256 before they reach storage, each with its own key.',
  },
  {
    icon: IconBellRinging,
    title: 'Email notification',
    text: 'The clinician gets an email notification when a document arrives. It names no patient, and opening the document requires signing in.',
  },
  {
    icon: IconClockCheck,
    title: 'Links that expire',
    text: 'A link lasts 30 days, or as long as you choose, unless it is used or revoked first. Links that are about to expire are highlighted.',
  },
  {
    icon: IconShieldCheck,
    title: 'Built for HIPAA compliance',
    text: 'Roles checked on the server, sessions that end when idle, encrypted storage, and no patient details in mails or logs.',
  },
];

export const steps = [
  {
    title: 'Make a link',
    text: 'Enter the patient’s reference. You get a link that works once.',
  },
  {
    title: 'Send it',
    text: 'Text it by SMS from here, or paste the direct link wherever you write to the patient.',
  },
  {
    title: 'The patient sends the document',
    text: 'On a phone, with no account: take a photo or choose a file, then send.',
  },
  {
    title: 'Review it',
    text: 'You get an email. Open the document in the workspace, then download or delete it.',
  },
];

/** Limits of the product, not measurements from any practice. */
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

/** By role, not by invented people: what each of these readers needs. */
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

export const questions: { question: string; answer: string }[] = [
  {
    question: 'Does the patient need an account or an app?',
    answer:
      'No. The link opens in the phone’s browser. There is nothing to install and nothing to sign up for.',
  },
  {
    question: 'What can be sent?',
    answer: 'One JPG, PNG or PDF under 5 MB for each link, with a short comment if the patient likes.',
  },
  {
    question: 'What if a link falls into the wrong hands?',
    answer:
      'Anyone who opens it sees the patient reference and can send one document, but cannot read anything. Revoke the link and it stops working at once.',
  },
  {
    question: 'Is Caredrop HIPAA certified?',
    answer:
      'No product can be: there is no HIPAA certification for software. Caredrop is built for HIPAA compliance: encryption at rest, access by role, sessions that end, and messages without patient details. Your clinic’s own policies do the rest.',
  },
  {
    question: 'How do I find out that a document has arrived?',
    answer: 'By email, and in the workspace, where lists and counts update automatically.',
  },
  {
    question: 'Can a document be deleted?',
    answer: 'Yes. Its clinician or an administrator can delete it, permanently.',
  },
];

/** Headings, buttons and the text of the drawing. */
export const copy = {
  tab: 'Caredrop: one link, one document',
  hero: {
    title: 'Ask a patient for one document. Get it the safe way.',
    text: 'Caredrop makes a link that works once. Your patient opens it on a phone, sends a photo or a PDF, and you review it in your workspace.',
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
  picture: {
    label:
      'A clinic makes a link, the patient sends a photo from a phone, the document arrives in the workspace.',
    clinic: 'Your clinic',
    link: '/upload?token=Hk3v…9dQ2',
    linkState: 'active',
    file: 'IMG_2041.jpg',
    fileFacts: 'P-1042 · 2.30 MB',
    upload: 'Upload Document',
    reference: 'for P-1042',
    takePhoto: 'Take a photo',
  },
} as const;

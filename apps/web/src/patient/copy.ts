import { defaultClinicName } from '../shared/config/site-config.js';

/**
 * Without a configured name the clinic is called 'Your clinic', which does not work as a name within a
 * sentence.
 */
const inSentence = (clinic: string) => (clinic === defaultClinicName ? 'your clinic' : clinic);

/**
 * The page's own sentences. The specified ones come from `@caredrop/contracts/messages`; these explain in
 * other words what happened and what to do.
 */
export const copy = {
  upload: 'Upload Document',
  uploaded: 'Upload Successful',
  invalidLink: 'Invalid Token',
  request: (clinic: string) => `${clinic} has asked you for one document.`,
  document: 'Your document',
  comment: 'Comment (optional)',
  commentLength: (length: number, max: number) => `${length} of ${max} characters`,
  takePhoto: 'Take a photo',
  chooseFile: 'Choose a file',
  dropHint: 'or drop a file here',
  change: 'Change',
  remedy: { shrink: 'Make it smaller', convert: 'Convert to JPEG' },
  working: {
    reading: 'Looking at the file...',
    shrink: 'Making it smaller...',
    convert: 'Converting to JPEG...',
  },
  progress: 'Upload progress',
  spokenStart: 'Sending has started',
  spokenProgress: (percent: number) => `${percent} percent sent`,
  sentOf: (sent: string, whole: string) => `${sent} of ${whole}`,
  facts: {
    reference: 'Reference',
    sendBy: 'Send by',
    file: 'File',
    size: 'Size',
    received: 'Received',
  },
  receipt: {
    save: 'Save receipt',
    from: (clinic: string) => `Receipt from ${clinic}`,
    arrived: 'Your document has arrived.',
    keep: 'Keep this for your own records. You do not need to send it to anybody.',
  },
  guide: {
    watch: 'Watch 45s guide',
    heading: 'How to send your document',
    close: 'Close',
    captions: 'English',
    inWords: 'The guide in words',
  },
  stopped: {
    heading: 'This page stopped working',
    help: 'Please load it again. It then shows whether your document has arrived.',
    again: 'Load again',
  },
  accessibility: 'Accessibility and help',
  privacyPage: 'Privacy',
  inNewTab: (page: string) => `${page} (new tab)`,
  accepted: 'JPG, PNG or PDF, smaller than 5 MB. You can use your camera.',
  takePhotoInstead: 'Take a photo of the page instead, or ask your clinic what to send.',
  withoutPassword:
    'Save a copy without the password and choose that one, or take a photo of the page instead.',
  convertAdvice: 'This photo is in a format your clinic cannot open. Your phone can turn it into a JPG now.',
  shrinkAdvice: 'This photo is too big to send as it is. It can be made smaller here and stays easy to read.',
  splitAdvice: 'Save fewer pages as a PDF, or take a photo of the page instead.',
  emptyAdvice: 'There is nothing in this file. Choose another one, or take a photo.',
  several: 'Please choose one file only.',
  severalAdvice: 'This link takes one document. Several pages can go into one PDF.',
  unreadable: 'This file could not be opened.',
  unreadableAdvice: 'If it is kept online, save it to this device first. Then choose it again.',
  convertFailed:
    'This photo could not be turned into a JPG here. Take a new photo, or send a screenshot of this one.',
  shrinkFailed:
    'This photo could not be made smaller here. Take a new photo, or send a screenshot of this one.',
  protectedPdf:
    'This PDF is protected with a password. Your clinic may not be able to open it. If you can, save a copy without the password and choose that one.',
  missingAdvice: 'Take a photo, or choose a file from this device.',
  madeSmaller: (before: string, after: string) => `Made smaller: ${before} before, ${after} now.`,
  converted: 'Turned into a JPG. Please check that it is easy to read.',
  commentTooLong: (over: number) =>
    `Please shorten it by ${over} ${over === 1 ? 'character' : 'characters'}.`,
  privacy: (clinic: string) =>
    `Only ${inSentence(clinic)} can see what you send. It is encrypted, and the place where a photo was taken is removed from it.`,
  intimate: 'Please do not send photos of private parts of the body unless your clinician asked for them.',
  keepOpen: 'Keep this page open',
  reconnecting: 'The connection was lost. Trying again...',
  finishing: 'Everything is sent. Waiting for your clinic to confirm it...',
  notSent: {
    tryAgain: 'Try again',
    lead: 'Your document was not sent. Your file and your comment are still here.',
    unconfirmed:
      'We could not confirm that your document arrived. Your file and your comment are still here.',
    network: 'Check that you are online, then try again.',
    networkSafe: 'Check that you are online, then try again. It cannot arrive twice.',
    safe: 'It is safe to try again: it cannot arrive twice.',
    busy: 'This link is open in another tab or on another device. Wait until it has finished there.',
    infected: 'The check for harmful software found a problem in this file. Please choose another one.',
    wait: 'Wait a minute, then try again.',
    other: 'If it fails again, please call your clinic.',
  },
  invalidHelp: {
    missing:
      'Open the link again from the message your clinic sent you. Make sure that you use the whole link.',
    unknown: 'Some apps cut a long link in two. Open it again from the message, or copy the whole of it.',
    other: 'Nothing can be sent with this link any more.',
  },
  unreachable: {
    heading: 'We could not check your link',
    checkAgain: 'Check again',
    offline: 'You seem to be offline. We will try again as soon as you are online.',
    again: 'We got no answer. Your link may be perfectly fine. We will try again in a moment.',
  },
  usedLink: {
    own: 'We have your document',
    ownHelp: 'You do not need to send it again.',
    other: 'A document was received with this link',
    otherHelp: 'If you sent it, you do not need to do anything else.',
    another: 'Another document was received with this link',
    perhaps: (file: string) => `It may be “${file}”, which you sent from here.`,
    notSent: (file: string) => `“${file}”, the file chosen here, was not sent.`,
    sendAnother: 'To send another document',
  },
  onItsWay: (clinic: string) => `Your document is on its way to ${inSentence(clinic)}.`,
  done: (clinic: string) =>
    `${clinic} has your document. You do not need to do anything else, and you can close this page.`,
  contact: (clinic: string) => `Questions? Contact ${inSentence(clinic)} in the way you usually do.`,
} as const;

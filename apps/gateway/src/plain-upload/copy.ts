import { messages } from '@caredrop/contracts';

/** The text of the pages that the form without script returns; headings and sentences as on the patient's page. */
export const copy = {
  upload: 'Upload Document',
  uploaded: 'Upload Successful',
  invalidLink: 'Invalid Token',
  failed: messages.upload.failed,
  nowUsed: messages.link.nowUsed,
  facts: { reference: 'Reference', file: 'File', received: 'Received' },
  done: 'Your clinic has your document. You do not need to do anything else, and you can close this page.',
  notSent: 'Your document was not sent. The link still works.',
  chooseAgain: 'Choose a file again',
  unconfirmed:
    'We could not confirm that your document arrived. It is safe to send it again: the link takes one document only.',
  sendAgain: 'Send it again',
  earlier: 'A document was received with this link:',
  earlierHelp:
    'If you sent it, you do not need to do anything else. A file that you chose after that time was not sent.',
  over: 'Nothing more can be sent with this link.',
  accessibility: 'Accessibility and help',
  privacy: 'Privacy',
} as const;

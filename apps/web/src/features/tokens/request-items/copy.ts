import { requestLimits } from '@caredrop/contracts';

/** The copy for requests for several documents. */
export const copy = {
  choice: {
    label: 'Ask for several documents',
    help: 'The patient sends them one after the other, each with its own link.',
    group: 'Documents to ask for',
  },
  list: {
    help: 'The patient reads these names as you write them.',
    label: (position: number) => `Document ${position}`,
    example: 'e.g. Insurance card',
    /** The name of an unnamed document, for use within a sentence. */
    unnamed: (position: number) => `document ${position}`,
    optional: 'Optional',
    optionalName: (name: string) => `Optional: ${name}`,
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
    remove: (name: string) => `Remove ${name}`,
    add: 'Add a document',
    full: `A request asks for at most ${requestLimits.itemsMax} documents.`,
    moved: (name: string, position: number, count: number) =>
      `${name} is now document ${position} of ${count}.`,
    removed: (name: string) => `${name} has been removed.`,
  },
} as const;

/** The copy for the section about a request on the page of a link. */
export const requestCopy = {
  title: 'Documents of this request',
  optional: 'optional',
  thisLink: 'This link',
  received: 'Received',
  /** The document was deleted, rejected or lost after it had arrived. */
  gone: 'The document is no longer kept.',
  openDocument: 'Open document',
  open: 'Open: the patient can send it now.',
  waiting: 'Waiting until the one before arrives.',
  stopped: 'No link yet: the one before has ended.',
  skipped: 'Left out by the patient.',
  ended: 'Its link has expired or was revoked.',
  expired: 'The link has expired.',
  revoked: 'The link was revoked.',
  openLink: 'Open link',
  /** `what`: the visible words. */
  linkName: (what: string, label: string) => `${what}: ${label}`,
} as const;

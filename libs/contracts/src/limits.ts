/** The limits that the patient's page needs. They are separate so that its script does not contain the others. */
export const patientLimits = {
  /** An upload must be smaller than this: exactly 5 MiB is rejected. */
  uploadBytes: 5 * 1024 * 1024,
  commentMax: 1000,
  /** How many minutes the patient check of a link is blocked after several wrong dates of birth. */
  checkWaitMinutes: 15,
} as const;

/**
 * Business constants and field limits. Lengths are in characters, sizes in bytes, durations in the unit that their name
 * states. These are the defaults; values that an operator can change are settings of the service that enforces them.
 */
export const limits = {
  ...patientLimits,
  passwordMin: 6,
  passwordMax: 128,
  nameMax: 80,
  emailMax: 254,
  patientRefMax: 64,
  nicknameMax: 64,
  notesMax: 1000,
  smsTextMax: 480,
  /** Length of the id of a language, such as `pt-BR`. */
  languageMax: 35,
  disableReasonMax: 500,
  bulkCountMin: 1,
  bulkCountMax: 100,
  bulkCountDefault: 10,
  bulkPrefixMax: 32,
  expiryDaysMin: 1,
  expiryDaysMax: 365,
  /**
   * How many days after a link's expiry its patient can request a new one; the number and the address are kept until
   * then.
   */
  renewalDays: 90,
  /** Maximum number of requests for a new link from one link, in total. */
  renewalAsksMax: 3,
  /** Days after which an unanswered request may be repeated. */
  renewalAskAgainDays: 7,
  /** A link that expired at most this many days ago can be renewed automatically. */
  autoRenewalDays: 14,
  idsPerRequestMax: 1000,
  pageMax: 200,
  /**
   * Maximum number of links or documents that a list without `limit` returns, because the whole list is held in memory.
   */
  listMax: 2500,
  fileNameMax: 200,
  expiringSoonDays: 7,
  /** Hours after which a link that was opened but has received no document needs attention. */
  openedHours: 24,
  snoozeDaysMax: 31,
  /** Counts of items that need attention stop at this number. */
  attentionCountMax: 1000,
  /** Statistics do not show a group with fewer links than this. */
  smallCell: 5,
  /** Maximum and default number of days that statistics cover. */
  statisticsDaysMax: 366,
  statisticsDays: 30,
  remindersMax: 3,
  recentUploads: 3,
  adminTableTextMax: 20,
  viewNameMax: 60,
  viewsPerListMax: 20,
  viewQueryMax: 2000,
  passwordResetRedirectSeconds: 3,
} as const;

/** MIME types a patient may send. */
export const acceptedTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const;
export type AcceptedType = (typeof acceptedTypes)[number];

/** File name extensions that belong to each type, in lower case. */
export const acceptedExtensions: Readonly<Record<AcceptedType, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif', 'pjpeg', 'pjp'],
  'image/png': ['png'],
  'application/pdf': ['pdf'],
};

/**
 * Widths in pixels at which pages are drawn, from a phone screen to an enlarged view. Similar screens share a drawn
 * page.
 */
export const pageWidths = [480, 960, 1440, 2048] as const;

/** Aliases under which software declares the accepted types. */
const typeAliases: Readonly<Record<AcceptedType, readonly string[]>> = {
  'image/jpeg': [
    'image/jpg',
    'image/jpe',
    'image/jfif',
    'image/pjpeg',
    'image/pipeg',
    'image/x-jpeg',
    'image/x-jpg',
  ],
  'image/png': ['image/x-png'],
  'application/pdf': [
    'application/x-pdf',
    'application/acrobat',
    'application/vnd.pdf',
    'applications/vnd.pdf',
    'image/pdf',
    'text/pdf',
    'text/x-pdf',
  ],
};

const declaredTypes = new Map<string, AcceptedType | 'undeclared'>([
  // What browsers and curl send for an unknown type.
  ...['', 'application/octet-stream', 'binary/octet-stream'].map((name) => [name, 'undeclared'] as const),
  ...acceptedTypes.flatMap((type) => [type, ...typeAliases[type]].map((name) => [name, type] as const)),
]);

/**
 * The accepted type that a Content-Type names; `undeclared` when it names none, null for a type that is not
 * accepted.
 */
export function readDeclaredType(contentType: string): AcceptedType | 'undeclared' | null {
  const name = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return declaredTypes.get(name) ?? null;
}

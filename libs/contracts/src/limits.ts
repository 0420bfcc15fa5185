/**
 * Business constants and field limits (spec §9, design §10). Lengths are in characters,
 * sizes in bytes, durations in the unit the name says. These are the defaults; what an
 * operator may change is a setting of the service that enforces it.
 */
export const limits = {
  /** An upload must be smaller than this: exactly 5 MiB is refused (spec §5 'size under 5MB'). */
  uploadBytes: 5 * 1024 * 1024,
  documentsPerToken: 1,
  passwordMin: 6,
  passwordMax: 128,
  nameMax: 80,
  emailMax: 254,
  patientRefMax: 64,
  nicknameMax: 64,
  notesMax: 1000,
  commentMax: 1000,
  smsTextMax: 480,
  disableReasonMax: 500,
  bulkCountMin: 1,
  bulkCountMax: 100,
  bulkCountDefault: 10,
  bulkPrefixMax: 32,
  bulkExpiryDaysDefault: 90,
  expiryDaysMin: 1,
  expiryDaysMax: 365,
  singleTokenExpiryDays: 30,
  idsPerRequestMax: 1000,
  pageMax: 200,
  fileNameMax: 200,
  expiringSoonDays: 7,
  recentUploads: 3,
  adminTableTextMax: 20,
  passwordResetRedirectSeconds: 3,
} as const;

/** MIME types a patient may send (spec §5). */
export const acceptedTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const;
export type AcceptedType = (typeof acceptedTypes)[number];

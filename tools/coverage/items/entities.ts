import { item } from '../item.ts';

/** The field groups of §3. */
export const entities = [
  item(
    'entity.user',
    'User: id, names, email, role, createdAt, disabled, disableReason',
    'lists everybody newest first, as the contract shows a user and nothing more',
    'each call answers as its schema says › GET /users?role=user',
  ),
  item(
    'entity.token',
    'Token: value, reference, status, times, uploads, SMS fields, user',
    'makes a link of 43 letters and digits that lives 30 days',
    'each call answers as its schema says › POST /tokens',
    'each call answers as its schema says › GET /tokens/{id}',
  ),
  item(
    'entity.document',
    'Document: name, type, size, address, reference, comment, time, its token and user',
    'lists the document for its clinician, whole and readable',
    'each call answers as its schema says › GET /documents/{id}',
  ),
  item('payload.login', 'Login answers user and token', 'POST /auth/login › answers the user and a token'),
  item(
    'payload.validate',
    'Validation answers patientRefId',
    'gives the clinician a link that the patient can open',
  ),
  item(
    'payload.upload',
    'Multipart with document and comment',
    'sends the file and the trimmed comment with an idempotency key',
    'takes the comment before or after the file, and stores blanks as none',
  ),
  item(
    'payload.generate-link',
    'patientRefId, nickname, notes',
    'makes a link of 43 letters and digits that lives 30 days',
  ),
  item(
    'payload.bulk',
    'count, prefix, expiryDays (90 unless given)',
    'makes ten for 90 days unless told otherwise, owned by the admin',
  ),
  item(
    'statistics.tokens',
    'Token sums: total, by state, expiring today and this week',
    'sums the tokens at hand, with today ending at midnight UTC',
    'pages newest first, with the figures of the whole list',
  ),
  item(
    'statistics.documents',
    'Document sums: total, kinds, size',
    'sums kinds and sizes',
    'page through everything exactly once, with counts equal to the sums',
  ),
] as const;

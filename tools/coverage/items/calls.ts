import type { Item } from '../item.ts';

const table = [
  ['POST', '/auth/login', 'signs in, answers user and token'],
  ['GET', '/auth/me', 'answers the signed-in user'],
  ['POST', '/auth/forgot-password', 'sends instructions; only the outcome counts'],
  ['POST', '/auth/reset-password', 'sets a password by the token of a link'],
  ['GET', '/tokens/validate/{token}', 'answers the patient reference of a good link'],
  ['POST', '/upload/{token}', 'takes the document and an optional comment as multipart'],
  ['GET', '/tokens', 'lists own tokens'],
  ['POST', '/tokens', 'makes a link for a patient reference'],
  ['GET', '/tokens/{id}', 'answers one token with its uploads'],
  ['PATCH', '/tokens/{id}', 'revokes a token'],
  ['POST', '/tokens/{id}/send-sms', 'sends the link to a phone'],
  ['POST', '/tokens/bulk', 'makes many links at once'],
  ['GET', '/admin/tokens/monitor', 'lists everybody’s tokens, filtered'],
  ['GET', '/users', 'lists users; with role=user the clinicians'],
  ['GET', '/documents', 'lists own documents'],
  ['GET', '/documents/{id}', 'answers one document'],
  ['GET', '/admin/documents', 'lists everybody’s documents, filtered'],
  ['POST', '/admin/documents/download', 'answers several documents as a zip'],
  ['DELETE', '/upload/file/{id}', 'deletes one document'],
  ['DELETE', '/upload/files/bulk', 'deletes several documents'],
  ['GET', '/admin/users', 'lists clinicians, filtered'],
  ['POST', '/admin/users/{id}/disable', 'disables an account, with or without a reason'],
  ['POST', '/admin/users/{id}/enable', 'enables an account'],
] as const;

/** The 23 rows of §7, in its order. */
export const calls: readonly Item[] = table.map(([method, path, says], at) => ({
  id: `call.${String(at + 1).padStart(2, '0')}`,
  says: `${method} ${path} ${says}`,
  proof: { method, path },
}));

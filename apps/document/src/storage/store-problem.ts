const refusals: Record<string, string> = {
  InvalidAccessKeyId: 'The object store does not know S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'The object store does not accept S3_SECRET_ACCESS_KEY',
  InvalidToken: 'The object store does not accept the session of our credentials',
  ExpiredToken: 'The session of our credentials for the object store has expired',
  AllAccessDisabled: 'The object store has closed the bucket that S3_BUCKET names',
};
const certificate = /certificate|CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ERR_(SSL|TLS)|EPROTO/;

/**
 * Why the store will never serve us, as a sentence that shows no value; null when it has let us in or is merely away.
 * `AccessDenied` is no refusal: who may not list a bucket gets it for an object that is not there.
 */
export function storeProblem(error: unknown): string | null {
  const { name = '', code = '', message = '' } = error as { name?: string; code?: unknown; message?: string };
  if (refusals[name]) return refusals[name];
  // The client hides the code of some errors inside a new one.
  return certificate.test(`${String(code)} ${message}`)
    ? 'The certificate of the server in S3_ENDPOINT cannot be trusted'
    : null;
}

const rejections: Record<string, string> = {
  InvalidAccessKeyId: 'The object store does not know S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'The object store does not accept S3_SECRET_ACCESS_KEY',
  InvalidToken: 'The object store does not accept the session of our credentials',
  ExpiredToken: 'The session of our credentials for the object store has expired',
  AllAccessDisabled: 'The object store has disabled access to the bucket that S3_BUCKET names',
};
const certificate = /certificate|CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ERR_(SSL|TLS)|EPROTO/;
const plainHttp = /wrong.version.number/i;

/**
 * Why the store cannot work until an operator changes something, as a sentence without secrets; null for any other
 * error, for example when it is only unavailable. `AccessDenied` does not count: callers without the right to list a
 * bucket get it for a missing object.
 */
export function storeProblem(error: unknown): string | null {
  const { name = '' } = error as { name?: string };
  if (rejections[name]) return rejections[name];
  if (plainHttp.test(textOf(error))) return 'S3_ENDPOINT is https, but the server does not use TLS';
  return isUntrusted(error) ? 'The certificate of the server in S3_ENDPOINT cannot be trusted' : null;
}

/** Returns whether a call to the store or to KMS failed because of the server's certificate. */
export function isUntrusted(error: unknown): boolean {
  const text = textOf(error);
  return certificate.test(text) && !plainHttp.test(text);
}

/** The client wraps some errors in a new one that lacks the code. */
function textOf(error: unknown): string {
  const { code = '', message = '' } = error as { code?: unknown; message?: string };
  return `${String(code)} ${message}`;
}

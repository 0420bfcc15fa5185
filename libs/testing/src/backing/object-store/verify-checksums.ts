import { crc32 } from 'node:zlib';
import type S3rver from 's3rver';
import type { Context } from 's3rver';

const HEADER = 'x-amz-checksum-crc32';
const REJECTION =
  '<?xml version="1.0"?><Error><Code>BadDigest</Code><Message>The CRC32 did not match.</Message></Error>';

/** Adds a check that S3 has and s3rver lacks: an object whose CRC-32 does not match is rejected and not stored. */
export function verifyChecksums(store: S3rver): void {
  store.middleware.unshift(async (context, next) => {
    const declared = context.get(HEADER);
    if (context.method !== 'PUT' || declared === '') return next();
    const sum = sumOf(context);
    await next();
    if (context.status !== 200) return;
    if (sum() === declared) return context.set(HEADER, declared);
    await store.store.deleteObject(context.params.bucket, context.params.key);
    context.status = 400;
    context.remove('etag');
    context.type = 'application/xml';
    context.body = REJECTION;
  });
}

/**
 * Computes the checksum of the bytes that the store reads, without starting the stream before the store does.
 */
function sumOf({ req }: Context): () => string {
  let sum = 0;
  req.on('data', (chunk: Buffer) => (sum = crc32(chunk, sum)));
  req.pause();
  return () => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(sum);
    return bytes.toString('base64');
  };
}

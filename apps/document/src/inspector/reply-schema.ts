import { acceptedTypes, limits } from '@caredrop/contracts';
import { pdfFindings } from '@caredrop/pdf-inspector';
import { z } from 'zod';
import { CIPHER_HEADER } from '../files/segments.js';
import { deliveredName } from '../files/file-name.js';
import { sniffType } from '../files/file-type.js';
import { rejectionReasons, type Opened, type Reply } from './protocol.js';
import type { UnchangedRun } from './unchanged-run.js';

/** Limit for a reply, in bytes: several times an escaped comment of 1,000 characters and a name of 200. */
export const REPLY_MAX = 32 * 1024;

const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/;

const reply = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('refused'), reason: z.enum(rejectionReasons) }),
  z.strictObject({
    step: z.literal('opened'),
    start: z.int().min(CIPHER_HEADER),
    size: z
      .int()
      .min(1)
      .max(limits.uploadBytes - 1),
    fileName: z.string().min(1).max(limits.fileNameMax),
    type: z.enum(acceptedTypes),
    comment: z
      .string()
      .min(1)
      .max(limits.commentMax)
      .refine((text) => !controls.test(text) && text.isWellFormed())
      .nullable(),
  }),
  z.strictObject({
    step: z.literal('inspected'),
    findings: z.array(z.enum(pdfFindings)).max(pdfFindings.length),
    stripped: z.strictObject({ at: z.int().min(0), from: z.int().min(0), length: z.int().min(0) }).nullable(),
  }),
]);

/** An inspector sent an impossible reply: it is broken, or was compromised by a file that it read. */
export class ImplausibleReply extends Error {
  constructor(readonly about: string) {
    super(`an inspector's reply is not plausible: ${about}`);
    this.name = 'ImplausibleReply';
  }
}

/**
 * Checks a reply as far as possible without parsing the file again. Throws {@link ImplausibleReply}. Until it is
 * replaced, a compromised inspector can still call a bad file clean, cut off parts of the files that it inspects, and
 * change photos.
 */
export function readReply(message: unknown, body: Buffer): Reply {
  const read = reply.safeParse(message);
  if (!read.success) throw new ImplausibleReply('shape');
  if (read.data.step === 'opened') checkOpened(read.data, body);
  return read.data;
}

function checkOpened({ start, size, type, fileName }: Opened, body: Buffer): void {
  if (start + size > body.length) throw new ImplausibleReply('place of the file');
  if (sniffType(body.subarray(start, start + size)) !== type) throw new ImplausibleReply('type');
  if (deliveredName(fileName, type) !== fileName) throw new ImplausibleReply('name');
}

/** Completes a stripped file, at the start of `into`. `bytes`: everything except the run. */
export function completeStripped(
  { at, from, length }: UnchangedRun,
  bytes: Buffer,
  received: Buffer,
  into: Buffer,
): Buffer {
  if (at > bytes.length || from + length > received.length || bytes.length + length > received.length)
    throw new ImplausibleReply('run of a stripped file');
  const stripped = into.subarray(0, bytes.length + length);
  bytes.copy(stripped, at + length, at);
  bytes.copy(stripped, 0, 0, at);
  received.copy(stripped, at, from, from + length);
  return stripped;
}

/** Stripping never makes a file longer, and leaves a picture of the same type. */
export function checkStripped(stripped: Buffer, { size, type }: Opened): void {
  if (type === 'application/pdf') throw new ImplausibleReply('a PDF is never changed');
  if (stripped.length === 0 || stripped.length > size) throw new ImplausibleReply('size after stripping');
  if (sniffType(stripped) !== type) throw new ImplausibleReply('type after stripping');
}

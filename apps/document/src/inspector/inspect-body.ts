import type { AcceptedType } from '@caredrop/contracts/limits';
import { inspectPdf } from '@caredrop/pdf-inspector';
import { storedName } from '../files/file-name.js';
import { agreeOnType } from '../files/file-type.js';
import { isCutShort } from '../files/picture-completeness.js';
import { countPixels } from '../files/picture-size.js';
import { isPolyglot } from '../files/polyglot.js';
import { stripMetadata } from '../files/strip-metadata.js';
import type { InspectionRequest, Reply } from './protocol.js';
import { findUnchangedRun } from './unchanged-run.js';
import { FormRejected, readForm, type Form } from './read-form.js';

type Send = (reply: Reply, bytes?: Buffer) => void;

/** Does all parsing of a patient's bytes; strips metadata in `body` itself. */
export async function inspectBody(request: InspectionRequest, body: Buffer, send: Send): Promise<void> {
  try {
    const form = await readForm(request.contentType, body);
    const type = judgeType(form, request.maxPixels);
    const { bytes: file, comment } = form;
    const start = file.byteOffset - body.byteOffset;
    const fileName = storedName(form.fileName, type);
    send({ step: 'opened', start, size: file.length, fileName, type, comment });
    if (type === 'application/pdf')
      return send({ step: 'inspected', findings: [...inspectPdf(file)], stripped: null });
    sendStripped(file, type, send);
  } catch (error) {
    if (!(error instanceof FormRejected)) throw error;
    send({ step: 'refused', reason: error.reason });
  }
}

/** Sends a stripped file without a long run of unchanged bytes, which the service takes from the file as received. */
function sendStripped(file: Buffer, type: AcceptedType, send: Send): void {
  const received = Buffer.from(file);
  const kept = stripMetadata(file, type);
  if (kept.equals(received)) return send({ step: 'inspected', findings: [], stripped: null });
  const run = findUnchangedRun(kept, received);
  const rest = Buffer.concat([kept.subarray(0, run.at), kept.subarray(run.at + run.length)]);
  send({ step: 'inspected', findings: [], stripped: run }, rest);
}

function judgeType({ bytes, declaredType, fileName }: Form, maxPixels: number): AcceptedType {
  const type = agreeOnType(bytes, declaredType, fileName);
  if (!type || isPolyglot(bytes, type)) throw new FormRejected('type_refused');
  if (countPixels(bytes, type) > maxPixels) throw new FormRejected('too_many_pixels');
  if (isCutShort(bytes, type)) throw new FormRejected('picture_incomplete');
  return type;
}

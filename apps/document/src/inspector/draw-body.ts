import { drawPage, measureDocument } from '../drawing/drawing.js';
import { Undrawable } from '../drawing/undrawable.js';
import type { DrawingReply, DrawingRequest } from './protocol.js';

type Send = (reply: DrawingReply, bytes?: Buffer) => void;

/** Measures a stored document, or draws one of its pages. */
export async function drawBody(request: DrawingRequest, file: Buffer, send: Send): Promise<void> {
  try {
    if (request.task === 'measure')
      return send({ step: 'measured', ...(await measureDocument(file, request.type)) });
    const { jpeg, ...size } = await drawPage(file, request.type, request.page, request.box);
    send({ step: 'drawn', ...size }, jpeg);
  } catch (error) {
    if (!(error instanceof Undrawable)) throw error;
    send({ step: 'undrawable', reason: error.reason });
  } finally {
    // V8 does not see how much WebAssembly has allocated outside its heap.
    globalThis.gc?.();
  }
}

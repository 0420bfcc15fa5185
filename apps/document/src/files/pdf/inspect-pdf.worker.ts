import { parentPort } from 'node:worker_threads';
import { inspectPdf } from './inspect-pdf.js';

/** What is sent here: a file at the front of a buffer. The buffer goes back with the answer, to be used again. */
export interface InspectionRequest {
  room: ArrayBuffer;
  size: number;
}

parentPort?.on('message', ({ room, size }: InspectionRequest) => {
  parentPort?.postMessage({ room, findings: [...inspectPdf(Buffer.from(room, 0, size))] }, [room]);
});

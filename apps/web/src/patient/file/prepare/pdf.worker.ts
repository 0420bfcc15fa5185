import './node/has-own.js';
import './node/buffer.js';
import { inspectPdf } from '@caredrop/pdf-inspector';

/** Inspects one PDF with the rules of the document service. */
self.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
  self.postMessage([...inspectPdf(Buffer.from(data))]);
};

import './node/buffer.js';
import { inspectPdf } from '@caredrop/pdf-inspector';

/** Inspects one PDF by the document service's own rules. */
self.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
  self.postMessage([...inspectPdf(Buffer.from(data))]);
};

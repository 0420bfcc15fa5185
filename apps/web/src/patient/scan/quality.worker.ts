import { assessPage, type PagePixels } from './page-quality.js';

/** Assesses one page off the main thread, because this takes half a second on an old phone. */
self.onmessage = (message: MessageEvent<PagePixels>) => {
  self.postMessage(assessPage(message.data));
};

/** A link check that ../start.js has already requested. */
export interface LinkPrefetch {
  token: string;
  answer: Promise<Response>;
  controller: AbortController;
}

declare global {
  interface Window {
    linkPrefetch?: LinkPrefetch;
  }
}

/** Returns the prefetched link check, only once: a response is valid only for the moment at which it was given. */
export function takeLinkPrefetch(token: string): LinkPrefetch | undefined {
  const prefetch = window.linkPrefetch;
  delete window.linkPrefetch;
  return prefetch?.token === token ? prefetch : undefined;
}

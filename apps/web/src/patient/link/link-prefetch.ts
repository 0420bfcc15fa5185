/** A link check that ../start.js has already requested. */
export interface LinkPrefetch {
  token: string;
  response: Promise<Response>;
  controller: AbortController;
}

declare global {
  interface Window {
    linkPrefetch?: LinkPrefetch;
  }
}

/** Returns the prefetched check of this link, but only once, because the state of the link may change afterwards. */
export function takeLinkPrefetch(token: string): LinkPrefetch | undefined {
  const prefetch = window.linkPrefetch;
  delete window.linkPrefetch;
  return prefetch?.token === token ? prefetch : undefined;
}

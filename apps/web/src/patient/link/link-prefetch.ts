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

/** The prefetched link check, once only: a response describes the moment it was given. */
export function takeLinkPrefetch(token: string): LinkPrefetch | undefined {
  const prefetch = window.linkPrefetch;
  delete window.linkPrefetch;
  return prefetch?.token === token ? prefetch : undefined;
}

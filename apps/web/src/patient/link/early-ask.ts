/** A link check that ../start.js has already requested. */
export interface EarlyAsk {
  token: string;
  answer: Promise<Response>;
  controller: AbortController;
}

declare global {
  interface Window {
    earlyLinkAsk?: EarlyAsk;
  }
}

/** The prefetched link check, once only: a response describes the moment it was given. */
export function takeEarlyAsk(token: string): EarlyAsk | undefined {
  const ask = window.earlyLinkAsk;
  delete window.earlyLinkAsk;
  return ask?.token === token ? ask : undefined;
}

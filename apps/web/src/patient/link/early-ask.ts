/** A question about a link that ../start.js has asked already. */
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

/** The early question about this link, once: an answer says how things were when it was given. */
export function takeEarlyAsk(token: string): EarlyAsk | undefined {
  const ask = window.earlyLinkAsk;
  delete window.earlyLinkAsk;
  return ask?.token === token ? ask : undefined;
}

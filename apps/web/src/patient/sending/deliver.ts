import {
  asUnconfirmed,
  connectionFailure,
  readOutcome,
  type Outcome,
  type Receipt,
  type Reply,
} from './upload-outcome.js';
import type { Network } from './network.js';

/** Delays before the automatic retries after a lost connection, in milliseconds. */
const repeats = [500, 1000, 1500];
/** The page gives up after this many responses saying that the upload is not settled yet. */
const maxQuestions = 40;

export interface Delivery {
  /** Sends the upload once, always with the same idempotency key. */
  post: () => Promise<Reply>;
  wait: (ms: number) => Promise<void>;
  /** After a lost connection, waits until the device can send again. */
  network: () => Promise<Network>;
  /** Fills in receipt fields that the response lacks. */
  sent: Receipt;
  /** Whether the same document was sent before and may have arrived. */
  mayHaveArrived: boolean;
  onLost: () => void;
  onFinishing: () => void;
}

export type FinalOutcome = Exclude<Outcome, { kind: 'ask again' }>;

/**
 * Sends until there is a conclusive response or the retries are used up: retries a lost connection a few times, starts
 * over when the device is online again, and sends again while an earlier attempt of the same upload is being settled.
 * The key makes every retry harmless.
 */
export async function deliver(delivery: Delivery): Promise<FinalOutcome> {
  let pauses = [...repeats];
  let { mayHaveArrived } = delivery;
  for (let questions = 0; questions < maxQuestions;) {
    const reply = await delivery.post();
    if (reply.kind === 'lost') {
      mayHaveArrived ||= reply.wholeBodySent;
      delivery.onLost();
      const network = await delivery.network();
      if (network === 'restored') pauses = [...repeats];
      const pause = pauses.shift();
      if (pause === undefined || network === 'given up') break;
      await delivery.wait(pause);
      continue;
    }
    const outcome = readOutcome(reply, delivery.sent);
    if (outcome.kind === 'failed' && mayHaveArrived)
      return { kind: 'failed', failure: asUnconfirmed(outcome.failure) };
    if (outcome.kind !== 'ask again') return outcome;
    questions += 1;
    mayHaveArrived = true;
    delivery.onFinishing();
    await delivery.wait(outcome.afterSeconds * 1000);
  }
  return { kind: 'failed', failure: connectionFailure(mayHaveArrived) };
}

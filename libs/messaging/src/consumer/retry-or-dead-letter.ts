import type { ConsumeMessage } from 'amqplib';
import type { Logger } from 'pino';
import type { Publisher, Publication } from '../broker/publisher.js';
import type { ServiceName } from '../messaging.options.js';
import type { MessagingMetrics } from '../metrics.js';
import { names } from '../topology/names.js';
import { WakeSignal } from '../util/wake-signal.js';
import { headerNames, messageIdOf, signatureOf } from './headers.js';
import type { Verdict } from './process-message.js';

const AGAIN_MS = 500;

type NotHandled = Extract<Verdict, { verdict: 'failed' | 'malformed' | 'forged' }>;

export interface RetryOrDeadLetterOptions {
  publisher: Publisher;
  namespace: string;
  service: ServiceName;
  retryDelaysMs: readonly number[];
  metrics: MessagingMetrics;
  logger: Logger;
  /**
   * Whether the delivery can still be acknowledged. False after its channel has closed and while this process
   * is stopping.
   */
  stillOurs: () => boolean;
  /** Resolves when this process stops. */
  stopped: Promise<unknown>;
}

/**
 * Moves an unhandled message to a delay queue or, after the last attempt or when it is malformed or forged, to the
 * dead-letter queue. Resolves to whether a queue stores it: only then may it be acknowledged.
 */
export async function retryOrDeadLetter(
  options: RetryOrDeadLetterOptions,
  message: ConsumeMessage,
  verdict: NotHandled,
): Promise<boolean> {
  if (verdict.verdict === 'failed') {
    const delayMs = options.retryDelaysMs[verdict.tries - 1];
    if (delayMs !== undefined) return confirm(options, toDelayQueue(options, message, verdict, delayMs));
  }
  const deadLettered = await confirm(options, toDeadLetterQueue(options, message, verdict));
  if (deadLettered) reportDeadLettered(options, message, verdict);
  return deadLettered;
}

function toDelayQueue(
  { namespace, service }: RetryOrDeadLetterOptions,
  message: ConsumeMessage,
  { tries, reason }: Extract<NotHandled, { verdict: 'failed' }>,
  delayMs: number,
): Publication {
  return {
    exchange: names.retry(namespace, delayMs),
    routingKey: names.queue(namespace, service),
    content: message.content,
    messageId: messageIdOf(message),
    headers: { ...signatureOf(message), [headerNames.tries]: tries, [headerNames.reason]: reason },
    mandatory: true,
  };
}

function toDeadLetterQueue(
  { namespace, service }: RetryOrDeadLetterOptions,
  message: ConsumeMessage,
  verdict: NotHandled,
): Publication {
  return {
    exchange: names.queues(namespace),
    routingKey: names.dead(namespace, service),
    content: message.content,
    messageId: messageIdOf(message),
    headers: {
      ...signatureOf(message),
      [headerNames.tries]: verdict.verdict === 'failed' ? verdict.tries : 0,
      [headerNames.reason]: verdict.reason,
      [headerNames.deadLetteredAt]: new Date().toISOString(),
    },
    mandatory: true,
  };
}

/**
 * Publishes until confirmed, or until the delivery can no longer be acknowledged: the original may be acknowledged only
 * once a queue has stored the copy. A stop does not wait for a confirm, which a blocked broker withholds: the broker then
 * redelivers the original.
 */
async function confirm(options: RetryOrDeadLetterOptions, publication: Publication): Promise<boolean> {
  const { publisher, stillOurs, stopped } = options;
  const whenStopped = stopped.then(() => 'stopped' as const);
  while (stillOurs()) {
    if (!publisher.isReady) await Promise.race([publisher.whenReady(), whenStopped]);
    if (!stillOurs()) break;
    const outcome = await Promise.race([publisher.publish(publication), whenStopped]);
    if (outcome === 'confirmed') return true;
    if (outcome === 'stopped') break;
    options.logger.error(
      { outcome, queue: publication.exchange || publication.routingKey },
      'failed to delay or dead-letter an event',
    );
    await new WakeSignal().sleep(AGAIN_MS);
  }
  return false;
}

function reportDeadLettered(
  { metrics, logger }: RetryOrDeadLetterOptions,
  message: ConsumeMessage,
  verdict: NotHandled,
): void {
  const type = verdict.verdict === 'malformed' ? 'unknown' : verdict.event.type;
  metrics.deadLettered.inc({ type, reason: verdict.verdict });
  if (verdict.verdict === 'forged') metrics.forged.inc({ reason: verdict.forgery });
  logger.error({ eventId: messageIdOf(message), type, reason: verdict.reason }, 'event dead-lettered');
}

/** Injection token for the {@link TextProvider}. */
export const TEXT_PROVIDER = Symbol('text-provider');

export interface OutgoingText {
  deliveryId: string;
  /** E.164 */
  to: string;
  /** As the recipient will read it, including the link. */
  text: string;
}

export interface ProviderMessage {
  sid: string;
  /** The provider's own term, in lower case. */
  status: string;
  errorCode: string | null;
}

/** `refused`: certainly not sent. `in_doubt`: unknown. */
export type SendOutcome =
  | { kind: 'accepted'; message: ProviderMessage }
  | { kind: 'refused'; code: string | null }
  | { kind: 'in_doubt'; code: string };

/** The text message provider. */
export interface TextProvider {
  /** Calls once and never retries. Does not throw. */
  send(text: OutgoingText): Promise<SendOutcome>;
  /** The status of a message; null when the provider does not know it. Throws when the query fails. */
  find(sid: string): Promise<ProviderMessage | null>;
  /**
   * The newest messages to a number since a time, with their texts. Throws when the query fails.
   */
  sentTo(to: string, since: Date): Promise<(ProviderMessage & { text: string; createdAt: Date })[]>;
}

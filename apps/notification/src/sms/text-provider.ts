/** Injection token of the {@link TextProvider}. */
export const TEXT_PROVIDER = Symbol('text-provider');

export interface OutgoingText {
  deliveryId: string;
  /** E.164 */
  to: string;
  /** As the person will read it, link and all. */
  text: string;
}

export interface ProviderMessage {
  sid: string;
  /** The provider's own word, lower case. */
  status: string;
  errorCode: string | null;
}

/** `refused`: certainly not sent. `in_doubt`: nobody can say yet. */
export type SendOutcome =
  | { kind: 'accepted'; message: ProviderMessage }
  | { kind: 'refused'; code: string | null }
  | { kind: 'in_doubt'; code: string };

/** Who carries our texts, in our words. */
export interface TextProvider {
  /** Asks once and never again by itself. Does not throw. */
  send(text: OutgoingText): Promise<SendOutcome>;
  /** What became of a message; null when the provider does not know it. Throws when it does not answer. */
  find(sid: string): Promise<ProviderMessage | null>;
  /** The newest messages to a number since a moment, with their texts. Throws when it does not answer. */
  sentTo(to: string, since: Date): Promise<(ProviderMessage & { text: string; createdAt: Date })[]>;
}

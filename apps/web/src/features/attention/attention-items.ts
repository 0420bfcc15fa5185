import { attentionReasons, type AttentionDocument, type AttentionToken } from '@caredrop/contracts';

/** One row: a link, or a document. */
export type AttentionItem = AttentionToken | AttentionDocument;

export const tokenIdOf = (item: AttentionItem): string =>
  'token' in item ? item.token.id : item.document.token_id;

const rankOf = ({ reason }: AttentionItem) => attentionReasons.indexOf(reason);

/**
 * Merges the rows of both services, the most urgent first. Each service has sorted its rows, and no reason is reported
 * by both. While an event is in transit, both may list the same link: the more urgent reason counts.
 */
export function mergeItems(tokens: AttentionToken[], documents: AttentionDocument[]): AttentionItem[] {
  const known = new Set<string>();
  return [...tokens, ...documents]
    .sort((one, other) => rankOf(one) - rankOf(other))
    .filter((item) => {
      const id = tokenIdOf(item);
      return !known.has(id) && known.add(id);
    });
}

/** Which document of a request the row is about; undefined for a request for one document. */
export const requestOf = (item: AttentionItem) =>
  'token' in item ? item.token.request : item.document.request;

/** Which service owns the row, and under which id. */
export const keyOf = (item: AttentionItem): { kind: 'tokens' | 'documents'; id: string } =>
  'token' in item ? { kind: 'tokens', id: item.token.id } : { kind: 'documents', id: item.document.id };

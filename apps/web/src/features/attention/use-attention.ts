import { limits } from '@caredrop/contracts';
import { useMemo } from 'react';
import { useAttentionDocumentsQuery, useAttentionTokensQuery, type AttentionArgs } from './attention.api.js';
import { mergeItems, type AttentionItem } from './attention-items.js';

/** A service's part of the list. `checkedAt` is null until it has been fetched once. */
interface AttentionPart {
  failed: boolean;
  checkedAt: string | null;
}

export interface Attention {
  items: AttentionItem[];
  total: number;
  snoozed: number;
  /** The services stopped counting, or one of them could not be asked: there may be more. */
  more: boolean;
  links: AttentionPart;
  documents: AttentionPart;
  /** Nothing has been fetched so far. */
  loading: boolean;
  refetch: () => void;
}

/** What needs attention, from both services; one of them may fail. */
export function useAttention(args: AttentionArgs): Attention {
  const tokens = useAttentionTokensQuery(args);
  const documents = useAttentionDocumentsQuery(args);
  const [ofTokens, ofDocuments] = [tokens.currentData, documents.currentData];
  const items = useMemo(
    () => mergeItems(ofTokens?.tokens ?? [], ofDocuments?.documents ?? []),
    [ofTokens, ofDocuments],
  );
  const known = [ofTokens, ofDocuments].filter((part) => part !== undefined);
  const sum = (count: 'total' | 'snoozed') => known.reduce((all, part) => all + part[count], 0);
  return {
    items,
    total: sum('total'),
    snoozed: sum('snoozed'),
    more: known.length < 2 || known.some(({ total }) => total >= limits.attentionCountMax),
    links: { failed: tokens.isError, checkedAt: ofTokens?.checked_at ?? null },
    documents: { failed: documents.isError, checkedAt: ofDocuments?.checked_at ?? null },
    loading: [tokens, documents].some(({ currentData, isError }) => currentData === undefined && !isError),
    refetch: () => {
      void tokens.refetch();
      void documents.refetch();
    },
  };
}

import { limits } from '@caredrop/contracts';
import { useMemo } from 'react';
import { useScopes } from '../../shared/people/use-scopes.js';
import { useAttentionDocumentsQuery, useAttentionTokensQuery, type AttentionArgs } from './attention.api.js';
import { mergeItems, type AttentionItem } from './attention-items.js';
import { attentionScope } from './attention-scope.js';

/** A service's part of the list. `checkedAt` is null until it has been fetched once. */
interface AttentionPart {
  failed: boolean;
  checkedAt: string | null;
}

export interface Attention {
  /** At most `limit`. */
  items: AttentionItem[];
  total: number;
  snoozed: number;
  /** There may be more: a service stopped counting, or one of them has not responded. */
  more: boolean;
  links: AttentionPart;
  documents: AttentionPart;
  /** At least one service has neither responded nor failed yet. */
  loading: boolean;
  refetch: () => void;
}

interface Wanted extends Omit<AttentionArgs, 'scope'> {
  /** From the URL. If blank or not offered, everything the user may work on. */
  scope?: string;
}

/**
 * Fetches what needs attention from both services. If one fails, returns the items of the other. Waits until the user's
 * scopes are known, except for everyone's items.
 */
export function useAttention({ scope = '', ...wanted }: Wanted): Attention {
  const scopes = useScopes();
  const args = { ...wanted, ...(!wanted.everyone && { scope: attentionScope(scope, scopes) }) };
  const skip = !wanted.everyone && !scopes.ready;
  const tokens = useAttentionTokensQuery(args, { skip });
  const documents = useAttentionDocumentsQuery(args, { skip });
  const [ofTokens, ofDocuments] = [tokens.currentData, documents.currentData];
  const items = useMemo(
    // Beyond the limit, a service may have left out rows that are more urgent than those of the other.
    () => mergeItems(ofTokens?.tokens ?? [], ofDocuments?.documents ?? []).slice(0, wanted.limit),
    [ofTokens, ofDocuments, wanted.limit],
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

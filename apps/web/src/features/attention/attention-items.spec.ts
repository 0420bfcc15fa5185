import { describe, expect, it } from '@jest/globals';
import type { AttentionDocument, AttentionReason, AttentionToken } from '@caredrop/contracts';
import { mergeItems, tokenIdOf } from './attention-items.js';

const aToken = (id: string, reason: AttentionReason, since = '2026-11-21T12:00:00.000Z') =>
  ({ reason, since, token: { id } }) as AttentionToken;
const aDocument = (tokenId: string, since = '2026-11-21T12:00:00.000Z') =>
  ({
    reason: 'new_document',
    since,
    document: { id: `d-${tokenId}`, token_id: tokenId },
  }) as AttentionDocument;
const order = (...lists: Parameters<typeof mergeItems>) => mergeItems(...lists).map(tokenIdOf);

describe('merging the rows of links and documents', () => {
  it('the most urgent reason comes first, whichever service reports it', () => {
    const tokens = [aToken('failed', 'text_failed'), aToken('ending', 'ending')];
    expect(order(tokens, [aDocument('new')])).toEqual(['failed', 'new', 'ending']);
  });

  it('rows with the same reason keep the order of the service', () => {
    const tokens = [
      aToken('ends first', 'ending', '2026-11-21T12:00:00.001Z'),
      aToken('ends later', 'ending'),
    ];
    expect(order(tokens, [aDocument('first'), aDocument('later')])).toEqual([
      'first',
      'later',
      'ends first',
      'ends later',
    ]);
  });

  it('a link that both services report is shown once, for the more urgent reason', () => {
    expect(order([aToken('a', 'opened')], [aDocument('a')])).toEqual(['a']);
    expect(mergeItems([aToken('a', 'unusable')], [aDocument('a')])[0]?.reason).toBe('unusable');
    expect(mergeItems([aToken('a', 'opened')], [aDocument('a')])[0]?.reason).toBe('new_document');
  });
});

import { Button } from '@mantine/core';
import { formatTime } from '../../shared/lib/format.js';
import { Notice } from '../../shared/ui/notice.js';
import { copy } from './copy.js';
import type { Attention } from './use-attention.js';

/** States what could not be checked, so that a short or empty list is not mistaken for a complete one. */
export function AttentionNotices({ attention }: { attention: Attention }) {
  const failed = (['links', 'documents'] as const).filter((part) => attention[part].failed);
  if (failed.length === 0) return null;
  return (
    <Notice
      tone="danger"
      action={
        <Button variant="default" size="compact-md" onClick={attention.refetch}>
          {copy.failed.retry}
        </Button>
      }
    >
      {failed.map((part) => {
        const { checkedAt } = attention[part];
        return `${copy.failed[part]} ${checkedAt ? `${copy.failed.since(formatTime(checkedAt))} ` : ''}`;
      })}
      {copy.failed.help}
    </Notice>
  );
}

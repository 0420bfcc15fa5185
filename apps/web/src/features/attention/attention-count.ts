import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { useBackgroundTimer } from '../../shared/live/use-background-timer.js';
import { checkAgain, topArgs } from './attention.api.js';
import { useAttention } from './use-attention.js';

const everyMs = 300_000;

/**
 * Reports the number of links and documents that need the user's attention, as text: '3', '3+' when there may be more,
 * blank while loading and if none are known. Live updates refresh it; it is also fetched every five minutes,
 * because some changes are caused only by the passage of time.
 */
export function AttentionCount({ onCount }: { onCount: (count: string) => void }): null {
  const { total, more, loading } = useAttention(topArgs);
  const dispatch = useDispatch();
  const count = total === 0 || loading ? '' : `${total}${more ? '+' : ''}`;
  useEffect(() => {
    onCount(count);
  }, [count, onCount]);
  useBackgroundTimer(() => dispatch(checkAgain()), everyMs);
  return null;
}

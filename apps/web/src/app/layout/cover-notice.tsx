import type { Cover, Covers } from '@caredrop/contracts';
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { baseApi } from '../../shared/api/base-api.js';
import { fullName } from '../../shared/lib/format.js';
import { background } from '../../shared/live/background.js';
import { lastDay } from '../../shared/people/absence-days.js';
import { useCoversQuery } from '../../shared/people/people.api.js';
import { Notice } from '../../shared/ui/notice.js';
import { copy } from '../copy.js';
import classes from './layout.module.css';

/** The longest delay that `setTimeout` supports. */
const maxTimeoutMs = 2 ** 31 - 1;
const recheckMs = 10_000;

/** Notices at the top of every workspace page, one for each colleague whom the user is standing in for. */
export function CoverNotice() {
  const { data, refetch } = useCoversQuery();
  useRefetchAtChange(data, refetch);
  const running = data?.standingIn.filter((cover) => cover.running) ?? [];
  if (running.length === 0) return null;
  return (
    <div className={classes.notices}>
      {running.map((cover) => (
        <Notice key={cover.id} tone="info">
          {copy.standingIn(fullName(cover.user), lastDay(cover))}
        </Notice>
      ))}
    </div>
  );
}

/** Refetches when an absence begins or ends, because no event is sent at that time. */
function useRefetchAtChange(covers: Covers | undefined, refetch: () => PromiseLike<{ data?: Covers }>): void {
  const dispatch = useDispatch();
  const [checks, setChecks] = useState(0);
  useEffect(() => {
    const next = covers && nextChange([...(covers.own ? [covers.own] : []), ...covers.standingIn]);
    if (next === undefined) return;
    const check = async () => {
      background.begin();
      const { data } = await refetch();
      // RTK Query keeps the same object while the response does not change.
      if (data !== covers) {
        background.begin();
        dispatch(baseApi.util.invalidateTags(['Token', 'Document', 'OpenDocument']));
      }
      setChecks((made) => made + 1);
    };
    const timer = setTimeout(() => void check(), delayUntil(next));
    return () => clearTimeout(timer);
  }, [covers, checks, refetch, dispatch]);
}

/** If the time has passed but nothing has changed, the device's clock is ahead of the server's. */
function delayUntil(time: number): number {
  const left = time - Date.now();
  return left > 0 ? Math.min(left + 1000, maxTimeoutMs) : recheckMs;
}

function nextChange(covers: Cover[]): number | undefined {
  const times = covers.map(({ running, startsAt, endsAt }) => Date.parse(running ? endsAt : startsAt));
  return times.length > 0 ? Math.min(...times) : undefined;
}

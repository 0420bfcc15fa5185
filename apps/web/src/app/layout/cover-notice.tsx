import type { Cover, Covers } from '@caredrop/contracts';
import { useEffect } from 'react';
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
const longestMs = 2 ** 31 - 1;

/** Notices at the top of every workspace page, one for each colleague whom the user is standing in for. */
export function CoverNotice() {
  const { data } = useCoversQuery();
  useRefetchAtChange(data);
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
function useRefetchAtChange(covers: Covers | undefined): void {
  const dispatch = useDispatch();
  useEffect(() => {
    const next = covers && nextChange([...(covers.own ? [covers.own] : []), ...covers.standingIn]);
    if (next === undefined) return;
    const timer = setTimeout(
      () => {
        background.begin();
        dispatch(baseApi.util.invalidateTags(['Cover', 'Token', 'Document']));
      },
      Math.min(Math.max(next - Date.now(), 0) + 1000, longestMs),
    );
    return () => clearTimeout(timer);
  }, [covers, dispatch]);
}

function nextChange(covers: Cover[]): number | undefined {
  const times = covers.map(({ running, startsAt, endsAt }) => Date.parse(running ? endsAt : startsAt));
  return times.length > 0 ? Math.min(...times) : undefined;
}

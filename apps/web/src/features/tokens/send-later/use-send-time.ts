import { errors, errorSentence, scheduleLimits } from '@caredrop/contracts';
import { useState } from 'react';
import { instantOf, isTooSoon, type LocalTime } from './clinic-time.js';
import { useTimeZone } from './use-time-zone.js';

export interface SendTime extends LocalTime {
  later: boolean;
}

export const sendNow: SendTime = { later: false, day: '', time: '' };

/**
 * The error for a time that is incomplete or too soon; undefined for any other, and when sending now. The service also
 * checks that the patient has enough time left.
 */
function timeProblem({ later, ...local }: SendTime, timeZone: string, now: number): string | undefined {
  if (!later) return undefined;
  const instant = instantOf(local, timeZone);
  if (!instant) return errors.send_at_invalid.text;
  if (isTooSoon(instant, now)) return errorSentence('send_at_soon', { min: scheduleLimits.minutesMin });
  return undefined;
}

/**
 * The choice between now and a later time, which the form keeps with its other values. Its problem is shown once the
 * form has been submitted, and at once if the form opens with a time that was kept.
 */
export function useSendTime(value: SendTime, onChange: (changed: SendTime) => void) {
  const timeZone = useTimeZone();
  const [checkedAt, setCheckedAt] = useState(() => (value.later ? Date.now() : null));
  const sendAt = value.later ? (instantOf(value, timeZone) ?? undefined) : undefined;
  return {
    value,
    later: value.later,
    sendAt,
    problem: checkedAt === null ? undefined : timeProblem(value, timeZone, checkedAt),
    change: (part: Partial<SendTime>) => {
      setCheckedAt(null);
      onChange({ ...value, ...part });
    },
    /** Whether the form may be sent with this time. */
    check: (): boolean => {
      const now = Date.now();
      setCheckedAt(now);
      return timeProblem(value, timeZone, now) === undefined;
    },
  };
}
export type SendTimeState = ReturnType<typeof useSendTime>;

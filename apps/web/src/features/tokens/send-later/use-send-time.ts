import { errors, errorSentence, scheduleLimits } from '@caredrop/contracts';
import { useState } from 'react';
import { instantOf, type LocalTime } from './clinic-time.js';
import { useTimeZone } from './use-time-zone.js';

export interface SendTime extends LocalTime {
  later: boolean;
}

const sendNow: SendTime = { later: false, day: '', time: '' };

/**
 * The error for a time that is incomplete or too soon; undefined for any other, and when sending now. The service also
 * checks that the patient has enough time left.
 */
function timeProblem({ later, ...local }: SendTime, timeZone: string, now: number): string | undefined {
  if (!later) return undefined;
  const instant = instantOf(local, timeZone);
  if (!instant) return errors.send_at_invalid.text;
  if (Date.parse(instant) < now + scheduleLimits.minutesMin * 60_000)
    return errorSentence('send_at_soon', { min: scheduleLimits.minutesMin });
  return undefined;
}

/** The choice between now and a later time, with its problem once the form has been submitted. */
export function useSendTime() {
  const timeZone = useTimeZone();
  const [value, setValue] = useState(sendNow);
  const [problem, setProblem] = useState<string>();
  const sendAt = value.later ? (instantOf(value, timeZone) ?? undefined) : undefined;
  return {
    value,
    later: value.later,
    sendAt,
    problem,
    change: (part: Partial<SendTime>) => {
      setProblem(undefined);
      setValue((before) => ({ ...before, ...part }));
    },
    /** Whether the form may be sent with this time. */
    check: (): boolean => {
      const found = timeProblem(value, timeZone, Date.now());
      setProblem(found);
      return found === undefined;
    },
    reset: () => setValue(sendNow),
  };
}
export type SendTimeState = ReturnType<typeof useSendTime>;

import { dialogCopy as copy } from './dialog-copy.js';
import { channels } from './send-later/channels.js';
import { formatSendTime } from './send-later/clinic-time.js';
import { useTimeZone } from './send-later/use-time-zone.js';
import type { TokenInHand } from './token-dialogs.js';

/** Says which scheduled messages a new link cancels, and that it is not sent in their place. */
export function CancelledSchedule({
  token: { scheduled = {}, phoneEnding, emailHint },
}: {
  token: TokenInHand;
}) {
  const timeZone = useTimeZone();
  const cancelled = channels.flatMap((channel) => {
    const at = scheduled[channel];
    return at ? [copy.reissue.cancels[channel](formatSendTime(at, timeZone))] : [];
  });
  if (cancelled.length === 0) return null;
  const sentences = phoneEnding || emailHint ? cancelled : [...cancelled, copy.reissue.notTakenOver];
  return <p style={{ margin: 0 }}>{sentences.join(' ')}</p>;
}

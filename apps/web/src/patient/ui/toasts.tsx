import { useCopy } from '../copy-context.js';
import type { Toast } from '../use-toasts.js';
import { Reason } from './reason.js';

/** Shown in the top corner. Anything that the patient must act on is also shown on the page itself. */
export function Toasts({ toasts }: { toasts: Toast[] }) {
  const copy = useCopy();
  return (
    <div className="toasts">
      {toasts.map(({ id, failure }) => (
        <p key={id} className={failure ? 'toast error' : 'toast success'} role={failure ? 'alert' : 'status'}>
          {failure ? <Reason of={failure} /> : copy.done.notice()}
        </p>
      ))}
    </div>
  );
}

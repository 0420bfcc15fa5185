import type { Toast } from '../use-toasts.js';

/** Top right. Anything the patient must act on also stands on the page. */
export function Toasts({ toasts }: { toasts: Toast[] }) {
  return (
    <div className="toasts">
      {toasts.map(({ id, kind, sentence }) => (
        <p key={id} className={`toast ${kind}`} role={kind === 'error' ? 'alert' : 'status'}>
          {sentence}
        </p>
      ))}
    </div>
  );
}

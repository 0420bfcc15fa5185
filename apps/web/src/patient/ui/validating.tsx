import { messages } from '@caredrop/contracts/messages';

/** Shown while the link is being checked. */
export function Validating() {
  return (
    <div className="waiting">
      <span className="spinner" aria-hidden="true" />
      <p role="status">{messages.link.validating}</p>
    </div>
  );
}

import { useCopy } from '../copy-context.js';

/** Shown while the link is being checked. */
export function Validating() {
  const { link } = useCopy();
  return (
    <div className="waiting">
      <span className="spinner" aria-hidden="true" />
      <p role="status">{link.validating()}</p>
    </div>
  );
}

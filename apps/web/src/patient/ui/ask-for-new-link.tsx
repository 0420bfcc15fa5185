import { useState } from 'react';
import { postLink } from '../link/post-link.js';
import { useCopy } from '../copy-context.js';
import { useFocusOnShow } from './use-focus.js';

/** The button that asks for a new link to replace an expired one, and the outcome of the request. */
export function AskForNewLink({ token }: { token: string }) {
  const { renewal } = useCopy();
  const [state, setState] = useState<'idle' | 'asking' | 'asked' | 'failed'>('idle');
  const ask = async () => {
    if (state === 'asking') return;
    setState('asking');
    setState((await postLink('renewals', { token })) ? 'asked' : 'failed');
  };
  return (
    <>
      <div role="status">{state === 'failed' && <p className="problem">{renewal.failed()}</p>}</div>
      {state === 'asked' ? (
        <Asked />
      ) : (
        <button
          type="button"
          className="button primary"
          aria-disabled={state === 'asking'}
          onClick={() => void ask()}
        >
          {state === 'asking' ? renewal.asking() : renewal.ask()}
        </button>
      )}
    </>
  );
}

/** Takes the focus from the button that it replaces, and is therefore read without being a live region. */
function Asked() {
  const { renewal } = useCopy();
  const message = useFocusOnShow<HTMLParagraphElement>();
  return (
    <p ref={message} tabIndex={-1}>
      {renewal.asked()}
    </p>
  );
}

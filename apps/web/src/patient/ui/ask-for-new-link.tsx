import { useState } from 'react';
import { postLink } from '../link/post-link.js';
import { useCopy } from '../copy-context.js';

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
      <div role="status">
        {state === 'asked' && <p>{renewal.asked()}</p>}
        {state === 'failed' && <p className="problem">{renewal.failed()}</p>}
      </div>
      {state !== 'asked' && (
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

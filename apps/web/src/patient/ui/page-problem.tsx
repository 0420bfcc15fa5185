import { Component, type ReactNode } from 'react';
import { useCopy } from '../copy-context.js';
import { ContactLine } from './contact-line.js';

/** Shows a sentence and a next step, instead of a blank page, if the page itself fails. */
export class PageProblem extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <Stopped /> : this.props.children;
  }
}

function Stopped() {
  const { stopped } = useCopy();
  return (
    <div className="shell">
      <main className="card">
        <h1>{stopped.heading()}</h1>
        <p className="lead">{stopped.help()}</p>
        <button type="button" className="button" onClick={() => window.location.reload()}>
          {stopped.again()}
        </button>
        <ContactLine />
      </main>
    </div>
  );
}

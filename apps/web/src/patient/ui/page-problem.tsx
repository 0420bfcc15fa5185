import { copy } from '../copy.js';
import { Component, type ReactNode } from 'react';

/** If the page itself fails: a sentence and a way on instead of a blank page. */
export class PageProblem extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="shell">
        <main className="card">
          <h1>{copy.stopped.heading}</h1>
          <p className="lead">{copy.stopped.help}</p>
          <button type="button" className="button" onClick={() => window.location.reload()}>
            {copy.stopped.again}
          </button>
        </main>
      </div>
    );
  }
}

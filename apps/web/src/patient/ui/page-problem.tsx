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
          <h1>This page stopped working</h1>
          <p className="lead">Please load it again. It then shows whether your document has arrived.</p>
          <button type="button" className="button" onClick={() => window.location.reload()}>
            Load again
          </button>
        </main>
      </div>
    );
  }
}

import { escapeHtml } from './escape-html.js';

describe('escapeHtml', () => {
  it('escaped text is inert between tags and in quoted attributes', () => {
    expect(escapeHtml(`<a href="x" title='y'>&</a>`)).toBe(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;',
    );
  });
});

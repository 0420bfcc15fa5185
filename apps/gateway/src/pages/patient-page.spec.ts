import { hashesOf, withClinic } from './patient-page.js';

const html = `<meta name="clinic-name" content="Your clinic" />
<style>p{}</style><noscript><style>i{}</style></noscript>
<script>start()</script><script type="module" src="/assets/a.js"></script>
<span class="clinic-name">Your clinic</span><p>Your clinic has asked you.</p>`;

describe("the patient's page", () => {
  it("the clinic's name is inserted into the HTML, escaped as text", () => {
    const named = withClinic(html, `O'Neill & "Sons" <b>$&</b>`);
    const name = 'O&#39;Neill &amp; &quot;Sons&quot; &lt;b&gt;$&amp;&lt;/b&gt;';
    expect(named).toContain(`<meta name="clinic-name" content="${name}" />`);
    expect(named).toContain(`<span class="clinic-name">${name}</span>`);
  });

  it('the policy hashes cover the inline scripts and styles of the page and no other script', () => {
    const allowed = hashesOf('script', html);
    expect(allowed).toEqual(["'sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00='"]);
    expect(hashesOf('style', html)).toHaveLength(2);
    expect(allowed).not.toContain(hashesOf('script', '<script>start(1)</script>')[0]);
  });
});

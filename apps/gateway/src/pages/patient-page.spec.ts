import { isPatientPage, patientPageFile } from './page-rules.js';
import { languageOf, languages } from '@caredrop/patient-copy';
import { patientCopy } from '@caredrop/patient-copy/sync';
import { hashesOf, withClinic, withContact, withLanguages } from './patient-page.js';
import { wantedLanguage } from './wanted-language.js';

const html = `<meta property="og:site_name" content="Caredrop" /><meta property="og:title" content="Send" />
<style>p{}</style><noscript><style>i{}</style></noscript>
<script>start()</script><script type="module" src="/assets/a.js"></script>
<span class="clinic-name">Your clinic</span><p>Your clinic has asked you.</p>`;

describe("the patient's page", () => {
  it("the clinic's name is inserted into the HTML, escaped as text", () => {
    const named = withClinic(html, `O'Neill & "Sons" <b>$&</b>`, patientCopy('en'));
    const name = 'O&#39;Neill &amp; &quot;Sons&quot; &lt;b&gt;$&amp;&lt;/b&gt;';
    expect(named).toContain(`<meta property="og:site_name" content="${name}" />`);
    expect(named).toContain(`<meta property="og:title" content="Send a document to ${name}" />`);
    expect(named).toContain(`<span class="clinic-name">${name}</span>`);
  });

  it("the clinic's contact is inserted into the HTML and the form without script, escaped as text", () => {
    const metas = ['phone', 'tel', 'email', 'hours'].map((key) => `<meta name="clinic-${key}" content="" />`);
    const form = `${metas.join('')}<noscript><p class="clinic-contact"></p></noscript>`;
    const contact = { phone: '+44 (0)20 7946 0123', email: 'desk@clinic.example', hours: 'Mon & Tue' };
    const page = withContact(form, contact, patientCopy('en'));
    expect(page).toContain('<meta name="clinic-phone" content="+44 (0)20 7946 0123" />');
    expect(page).toContain('<meta name="clinic-tel" content="+442079460123" />');
    expect(page).toContain('<meta name="clinic-email" content="desk@clinic.example" />');
    expect(page).toContain('<meta name="clinic-hours" content="Mon &amp; Tue" />');
    expect(page).toContain(
      '<p class="clinic-contact"><a href="tel:+442079460123">Call +44 (0)20 7946 0123</a> <a href="mailto:desk@clinic.example">Email desk@clinic.example</a> <span dir="auto">Mon &amp; Tue</span></p>',
    );
    expect(withContact(form, {}, patientCopy('en'))).toBe(form);
  });

  describe('the list of languages', () => {
    const list = `<nav class="language" hidden><select id="language" disabled>
        <option value="pl" selected>Polski</option>
      </select></nav>`;
    const offered = ['en', 'ar', 'pl'].map(languageOf);
    const name = ({ id }: { id: string }) => (id === 'pl' ? 'A "$&" <b>' : null);

    it("the list shows the offered languages in their own names, with the page's language selected", () => {
      const page = withLanguages(list, languageOf('ar'), offered, name);
      expect(page).not.toContain('hidden');
      expect(page).toContain('<option value="en" lang="en-GB" dir="ltr" data-clinic="">English</option>');
      expect(page).toMatch(/<option value="ar" lang="ar[^"]*" dir="rtl" data-clinic="" selected>العربية</);
      expect(page.match(/<option/g)).toHaveLength(3);
    });

    it("the clinic's name in a language is escaped", () => {
      const page = withLanguages(list, languageOf('en'), offered, name);
      expect(page).toContain(
        'value="pl" lang="pl" dir="ltr" data-clinic="A &quot;$&amp;&quot; &lt;b&gt;">Polski<',
      );
    });

    it('a list of one language stays hidden', () => {
      const [english] = languages;
      const page = withLanguages(list, english!, [english!], () => null);
      expect(page).toContain('<nav class="language" hidden>');
      expect(page.match(/<option/g)).toHaveLength(1);
    });
  });

  it('the policy hashes cover the inline scripts and styles of the page and no other script', () => {
    const allowed = hashesOf('script', html);
    expect(allowed).toEqual(["'sha256-DIm7WJS6ZKDYe5qFLPy+h4JFI9Bol5QmYC57mt3Fb00='"]);
    expect(hashesOf('style', html)).toHaveLength(2);
    expect(allowed).not.toContain(hashesOf('script', '<script>start(1)</script>')[0]);
  });

  it('each language has its own file, which is never sent as an ordinary asset', () => {
    const polish = { id: 'pl', tag: 'pl', name: 'Polski', direction: 'ltr', reviewed: true } as const;
    expect(patientPageFile(polish)).toBe('upload.pl.html');
    expect(patientPageFile(wantedLanguage({ headers: {} }, [languageOf('en'), polish]))).toBe('upload.html');
    expect(['upload.html', 'upload.pl.html', 'upload.pt-BR.html'].every(isPatientPage)).toBe(true);
    expect(['index.html', 'assets/upload-4f2a.js', 'uploads.html'].some(isPatientPage)).toBe(false);
  });

  it.each([undefined, '', '*', 'xx', ';;;q=,', 'en-US,en;q=0.9'])(
    "a browser with the languages %j gets the clinic's default",
    (accepted) => {
      const offered = ['en', 'pl'].map(languageOf);
      expect(wantedLanguage({ headers: { 'accept-language': accepted } }, offered).id).toBe('en');
    },
  );
});

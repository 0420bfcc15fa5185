import { patientCopy } from '@caredrop/patient-copy/sync';
import type { ClinicContact } from '../clinic/clinic-contact.js';
import type { Next } from './plain-next.js';
import { mayLeadOn, plainPage as render, type Outcome } from './plain-page.js';

const copy = patientCopy('en');
const plainPage = (outcome: Outcome, form: string, contact?: ClinicContact, next?: Next) =>
  render(copy, outcome, form, contact, next);

const again = '/upload?token=abc';
const upload = { file_name: 'a.pdf', patientRefId: 'P-1', receivedAt: '2026-11-21T14:05:00.000Z' };

describe('the page after an upload without JavaScript', () => {
  it('the success page says that the document arrived and that the link is used', () => {
    const page = plainPage({ status: 201, data: { upload } }, again);
    expect(page).toContain('<h1>Upload Successful</h1>');
    expect(page).toContain(copy.link.nowUsed());
    expect(page).toContain('21 Nov 2026, 14:05 UTC');
    expect(page).not.toContain(again);
  });

  it('the page for a used link shows its receipt and no way to send again', () => {
    const { receivedAt, patientRefId } = upload;
    const page = plainPage({ status: 410, code: 'link_used', data: { receivedAt, patientRefId } }, again);
    expect(page).toContain('<h1>Invalid Token</h1>');
    expect(page).toContain(copy.errors.link_used());
    expect(page).toContain('A document was received with this link');
    expect(page).toContain('P-1');
    expect(page).not.toContain(again);
  });

  it.each([413, 415, 400, 409, 429, 503])(
    'after %i the page shows the reason and offers the form again',
    (status) => {
      const page = plainPage({ status, code: 'file_too_large' }, again);
      expect(page).toContain(copy.errors.file_too_large());
      expect(page).toContain(`href="${again}"`);
    },
  );

  it.each([
    ['file_type_refused', copy.plain.otherType()],
    ['file_too_large', copy.plain.smaller()],
  ])('after %s the page says how to make a file that is accepted', (code, advice) => {
    expect(plainPage({ status: 415, code }, again)).toContain(advice);
    expect(plainPage({ status: 503, code: 'storage_unavailable' }, again)).not.toContain(advice);
  });

  it.each([
    [503, 'service_unavailable', true],
    [502, undefined, true],
    [503, 'storage_unavailable', false],
    [409, 'upload_in_progress', true],
    [413, 'file_too_large', false],
  ])('after %i %s the page says that nothing was sent only when that is certain', (status, code, open) => {
    const page = plainPage({ status, message: 'A sentence', ...(code && { code }) }, again);
    expect(page.includes('could not confirm that your document arrived')).toBe(open);
    expect(page.includes('Your document was not sent.')).toBe(!open);
  });

  it('the page shows a default sentence when the response has neither code nor message', () => {
    expect(plainPage({ status: 502 }, again)).toContain(copy.errors.page_failed());
  });

  it('a code that the catalogue lacks is shown as the English message, marked as English', () => {
    const page = plainPage({ status: 422, code: 'of_a_later_version', message: 'A <new> reason' }, again);
    expect(page).toContain(
      '<p class="danger" role="alert"><span lang="en" dir="ltr">A &lt;new&gt; reason</span></p>',
    );
  });

  it('the page for a link that asks for the date of birth says that JavaScript is needed, and offers the clinic’s contact but no retry', () => {
    const page = plainPage({ status: 403, code: 'check_needed' }, again, { phone: '020 7946 0123' });
    expect(page).toContain('needs a browser with JavaScript');
    expect(page).toContain('Your document was not sent.');
    expect(page).toContain('Call 020 7946 0123');
    expect(page).not.toContain(again);
  });

  it.each([404, 410, 413, 503])('after %i the page shows how to reach the clinic', (status) => {
    const contact = { phone: '020 7946 0123', hours: 'Monday to Friday' };
    const page = plainPage({ status, code: 'link_expired' }, again, contact);
    expect(page).toContain('<a href="tel:02079460123">Call 020 7946 0123</a>');
    expect(page).toContain('Monday to Friday');
    expect(plainPage({ status, message: 'A sentence' }, again)).not.toContain('clinic-contact');
  });

  it('a file name that contains HTML is shown as escaped text', () => {
    const evil = `"><script>alert('x')</script>&`;
    const page = plainPage({ status: 201, data: { upload: { ...upload, file_name: evil } } }, again);
    expect(page).not.toContain('<script>');
    expect(page).toContain('&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;');
  });
});

describe('the next document of a request without JavaScript', () => {
  const { receivedAt, patientRefId } = upload;
  const item = (text: string, state: 'received' | 'skipped' | 'open' | 'waiting') => ({
    label: [
      { language: 'en', direction: 'ltr' as const, text },
      { language: 'ar', direction: 'rtl' as const, text: `${text} (ar)` },
    ],
    optional: false,
    state,
    receivedAt: null,
  });
  const open = { token: 'next-token', position: 2, count: 3 };
  const items = [item('Card', 'received'), item('<Letter>', 'open'), item('Photo', 'waiting')];
  const sent: Outcome = { status: 201, data: { upload } };
  const used: Outcome = { status: 410, code: 'link_used', data: { receivedAt, patientRefId } };
  const skipped: Outcome = { status: 410, code: 'link_revoked' };
  const lookedUp: Outcome = { status: 200, data: { next: true } };
  const nothing = { items: [], left: 0, open: null };

  it.each([
    ['a document was received', sent],
    ['the link had been used', used],
    ['the document had been skipped', skipped],
    ['the next document was looked up again', lookedUp],
  ])('after %s, the page names the next document and links to it', (_what, outcome) => {
    const page = plainPage(outcome, again, {}, { items, left: 2, open });
    expect(page).toContain('Next: document 2 of 3 <bdi lang="en" dir="ltr">&lt;Letter&gt;</bdi>');
    expect(page).toContain('<a class="button" href="/upload?token=next-token">Continue</a>');
    expect(page).toContain('<dt><bdi lang="en" dir="ltr">Card</bdi></dt><dd>Arrived</dd>');
    for (const untrue of ['do not need to do anything else', copy.link.nowUsed(), copy.errors.link_revoked()])
      expect(page).not.toContain(untrue);
  });

  it('the next document is named in the language of the page if the clinic has provided that name', () => {
    const page = render(patientCopy('ar'), sent, again, {}, { items, left: 2, open });
    expect(page).toContain('<bdi lang="ar" dir="rtl">&lt;Letter&gt; (ar)</bdi>');
  });

  it('before the patient check is passed, the page links to the next document without naming it', () => {
    const page = plainPage(used, again, {}, { items: [], left: 2, open });
    expect(page).toContain('href="/upload?token=next-token"');
    expect(page).not.toContain('<dl></dl>');
  });

  it.each([
    [['received', 'received'], 0, 'All 2 documents have arrived.', true],
    [['received', 'skipped'], 0, copy.request.done(), true],
    [['received', 'waiting'], 1, copy.request.ended(), false],
    [[], 1, copy.request.ended(), false],
  ] as const)(
    'with the states %j the page says how the request has ended',
    (states, left, sentence, done) => {
      const all = states.map((state) => item('Card', state));
      const page = plainPage(sent, again, {}, { items: all, left, open: null });
      expect(page).toContain(sentence);
      expect(page.includes(copy.request.done())).toBe(done);
    },
  );

  it('a link of a request that the clinic has revoked is described as cancelled, not as skipped', () => {
    const page = plainPage(skipped, again, {}, { items: [], left: 1, open: null });
    expect(page).toContain('<h1>Invalid Token</h1>');
    expect(page).toContain(copy.errors.link_revoked());
    expect(page).not.toContain(copy.request.skipped());
  });

  it.each([
    ['sent', used, true, 'Your clinic has sent you a new link on 22 Nov 2026, 09:30 UTC.'],
    ['made', used, false, 'Your clinic made a new link for you on 22 Nov 2026, 09:30 UTC.'],
    ['sent', skipped, true, 'Your clinic has sent you a new link on 22 Nov 2026, 09:30 UTC.'],
    ['sent', lookedUp, true, 'Your clinic has sent you a new link on 22 Nov 2026, 09:30 UTC.'],
    [
      'sent',
      { status: 410, code: 'link_expired' },
      true,
      'Your clinic has sent you a new link on 22 Nov 2026, 09:30 UTC.',
    ],
  ])(
    'the page says that the clinic has %s a new link in place of this one',
    (_what, outcome, sent, sentence) => {
      const replaced = { at: '2026-11-22T09:30:00.000Z', sent };
      for (const left of [0, 1]) {
        const page = plainPage(outcome, again, {}, { ...nothing, left, replaced });
        expect(page).toContain(sentence);
        for (const untrue of [
          'do not need to do anything else',
          copy.plain.over(),
          copy.request.skipped(),
          copy.request.done(),
        ])
          expect(page).not.toContain(untrue);
      }
    },
  );

  it.each([
    ['a document was received', sent],
    ['the link had been used', used],
    ['the next document was looked up again', lookedUp],
  ])(
    'after %s, the page offers another look-up of the next document if the first one failed',
    (_what, outcome) => {
      const page = plainPage(outcome, again, {}, null);
      expect(page).toContain(copy.plain.more());
      expect(page).toContain(`<form method="post" action="${again}&amp;next=1">`);
      expect(page).not.toContain('do not need to do anything else');
    },
  );

  it('the page for a link that asks for one document is the same as without a look-up', () => {
    for (const outcome of [sent, used, skipped])
      expect(plainPage(outcome, again, {}, nothing)).toBe(plainPage(outcome, again));
    expect(plainPage(skipped, again, {}, null)).toBe(plainPage(skipped, again));
    expect(plainPage(lookedUp, again, {}, nothing)).toContain(copy.request.done());
  });

  it('the next document is looked up only after outcomes that can be followed by another document', () => {
    const expired: Outcome = { status: 410, code: 'link_expired' };
    for (const outcome of [sent, used, skipped, expired, lookedUp]) expect(mayLeadOn(outcome)).toBe(true);
    for (const code of ['link_unknown', 'file_too_large', undefined])
      expect(mayLeadOn({ status: 410, ...(code && { code }) })).toBe(false);
  });
});

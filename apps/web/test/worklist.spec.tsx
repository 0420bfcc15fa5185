import { describe, expect, it } from '@jest/globals';
import { messages, type AttentionReason, type AttentionToken } from '@caredrop/contracts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aDocument, aToken, inDays } from './builders.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();
const open = (route = '/worklist', user = people.ana) => renderApp(route, { user, state: fake.state });
const row = async (name: string | RegExp) => within(await screen.findByRole('row', { name }));
const side = async () => within(await screen.findByRole('navigation', { name: 'Workspace' }));
const count = async (name: string) => (await side()).findByRole('link', { name });

function aLink(
  reason: AttentionReason,
  change: Partial<AttentionToken['token']> = {},
  more: Partial<AttentionToken> = {},
): AttentionToken {
  const token = aToken(change);
  fake.state.tokens.push(token);
  const item = { reason, since: inDays(-1), token, ...more };
  fake.state.attention.tokens.push(item);
  return item;
}

function aNewDocument(name = 'letter.pdf') {
  const document = aDocument({ file_name: name, patient_ref_id: 'P-new' });
  fake.state.documents.push(document);
  fake.state.attention.documents.push({ reason: 'new_document', since: inDays(-2), document });
  return document;
}

const expired = { status: 'expired' } as const;

describe('the list of what needs attention', () => {
  it.each<[AttentionReason, object, Partial<AttentionToken>, RegExp, string]>([
    ['unusable', { status: 'used' }, {}, /infected and has been deleted/, 'Send new link'],
    ['unusable', { status: 'used' }, { lost: true }, /missing after a restore/, 'Send new link'],
    ['unusable', { status: 'used' }, { checkGone: true }, /deleted\. Generate another link, because/, 'Done'],
    [
      'unusable',
      { status: 'used' },
      { lost: true, checkGone: true },
      /restore\. Generate another link, because/,
      'Done',
    ],
    ['renewal_asked', expired, { checkGone: true }, /a new link\. Generate another link, because/, 'Done'],
    ['text_failed', { hasSMS: true }, { smsReason: 'It is a landline.' }, /It is a landline\./, 'Resend SMS'],
    ['text_failed', { hasSMS: true, status: 'expired' }, {}, /Text not delivered/, 'Send new link'],
    [
      'email_failed',
      { emailStatus: 'failed' },
      { emailReason: 'No mailbox.' },
      /No mailbox\./,
      'Resend by email',
    ],
    [
      'renewal_asked',
      { ...expired, phoneEnding: '123' },
      {},
      /It can be sent to the number ending in 123\.$/,
      'Send new link',
    ],
    [
      'renewal_asked',
      { ...expired, emailHint: 'm…@a.org' },
      {},
      /It can be emailed to m…@a\.org\.$/,
      'Send new link',
    ],
    [
      'renewal_asked',
      { ...expired, phoneEnding: '123', emailHint: 'm…@a.org' },
      {},
      /It can be sent to the number ending in 123 and emailed to m…@a\.org\.$/,
      'Send new link',
    ],
    [
      'renewal_asked',
      expired,
      {},
      /There is no number or address to send it to: copy the new link\.$/,
      'Send new link',
    ],
    ['problem', { problem: { reason: 'help', reported_at: inDays(0) } }, {}, /needs help/, 'Done'],
    ['problem', {}, { checkLocked: true }, /wrong dates of birth/, 'Unlock'],
    ['opened', {}, {}, /has not sent a document for a day/, 'Send SMS'],
    ['opened', { emailStatus: 'sent' }, {}, /has not sent a document for a day/, 'Resend by email'],
    ['ending', {}, {}, /No document yet\. The link works until/, 'Extend'],
    ['not_answering', { hasSMS: true }, {}, /last reminder brought no document/, 'Resend SMS'],
    ['not_answering', { status: 'expired' }, {}, /The link has expired/, 'Send new link'],
  ])(
    'a link listed for %s (%j, %j) shows its sentence and its one action',
    async (reason, change, more, what, action) => {
      aLink(reason, { patient_ref_id: 'P-7', ...change }, more);
      open();
      const found = await row(/P-7/);
      expect(found.getByText(what)).toBeVisible();
      expect(await found.findByRole('button', { name: action })).toBeVisible();
      expect(found.getAllByRole('button').map((button) => button.textContent)).toEqual([action, 'Snooze']);
    },
  );

  it('a link with another reason also shows the patient’s report and its comment', async () => {
    const problem = { reason: 'not_mine', reported_at: inDays(-2) } as const;
    aLink(
      'renewal_asked',
      { patient_ref_id: 'P-8', ...expired, problem },
      { problemComment: 'Who are you?' },
    );
    open();
    const found = await row(/P-8/);
    expect(found.getByText(/The patient asked for a new link\./)).toBeVisible();
    expect(found.getByText(/says that this is not theirs/)).toBeVisible();
    expect(found.getByText('“Who are you?”')).toBeVisible();
  });

  it('a new link in place of one with a report is made only after its report and comment were shown', async () => {
    const problem = { reason: 'not_mine', reported_at: inDays(-2) } as const;
    const { token } = aLink('renewal_asked', {
      patient_ref_id: 'P-8',
      ...expired,
      phoneEnding: '123',
      problem,
    });
    Object.assign(token, { problemComment: 'Who are you?' });
    const { person } = open();
    await person.click((await row(/P-8/)).getByRole('button', { name: 'Send new link' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('“Who are you?”')).toBeVisible();
    expect(dialog.getByText(/The new link closes this report\./)).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Send new link' }));
    expect(await screen.findByText(messages.token.reissuedAndSent)).toBeVisible();
  });

  it('no new link can be made while the report of its link cannot be loaded', async () => {
    const problem = { reason: 'help', reported_at: inDays(-2) } as const;
    const { token } = aLink('renewal_asked', { patient_ref_id: 'P-8', ...expired, problem });
    fake.use(http.get(`*/api/tokens/${token.id}`, () => HttpResponse.error()));
    const { person } = open();
    await person.click((await row(/P-8/)).getByRole('button', { name: 'Send new link' }));
    expect(await screen.findByText(/^Failed to load token details/)).toBeVisible();
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByRole('button', { name: 'Make new link' })).toBeDisabled();
  });

  it('a new document is listed between more and less urgent links, and its row links to its page', async () => {
    aLink('ending', { patient_ref_id: 'P-ending' });
    aLink('text_failed', { patient_ref_id: 'P-failed' });
    const document = aNewDocument();
    const { person, address } = open();
    for (const name of [/P-failed/, /P-new/, /P-ending/]) await row(name);
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((one) => within(one).getByRole('link', { name: /^P-/ }).textContent)).toEqual([
      'P-failed',
      'P-new',
      'P-ending',
    ]);
    await person.click((await row(/P-new/)).getByRole('link', { name: 'Review' }));
    await waitFor(() => expect(address()).toBe(`/documents/${document.id}`));
  });

  it('a truncated list contains the most urgent links and documents, and states how many it leaves out', async () => {
    aNewDocument();
    for (let number = 1; number <= 101; number += 1) aLink('text_failed', { patient_ref_id: 'P-failed' });
    open();
    expect(await screen.findByText('The 100 most urgent of 102 are shown.')).toBeVisible();
    expect(screen.getAllByText('P-failed')).toHaveLength(100);
    expect(screen.queryByText('P-new')).toBeNull();
  });

  it('the button that texts several patients does not say "all" if the list is truncated', async () => {
    const silent = { patient_ref_id: 'P-silent', hasSMS: true, smsPhoneNumber: '+447700900123' };
    for (const reason of ['ending', 'opened', 'opened'] as const) aLink(reason, silent);
    open();
    expect(await screen.findByText('Text all 3 who have not answered')).toBeVisible();
    cleanup();
    for (let number = 1; number <= 98; number += 1) aLink('text_failed');
    // The most urgent first, as the service sorts them.
    fake.state.attention.tokens.reverse();
    open();
    expect(await screen.findByText('Text the 2 listed who have not answered')).toBeVisible();
    expect(screen.queryByText(/^Text all/)).toBeNull();
  });

  it('a report that is marked as done leaves the list and the count', async () => {
    const item = aLink('problem', { problem: { reason: 'help', reported_at: inDays(0) } });
    const { person } = open();
    const found = await row(new RegExp(item.token.patient_ref_id));
    expect(await count('Needs attention: 1 to do')).toBeVisible();
    await waitFor(() => expect(document.title).toBe('(1) Needs attention · Caredrop'));
    fake.state.attention.tokens = [];
    await person.click(await found.findByRole('button', { name: 'Done' }));
    expect(await screen.findByText('Nothing needs attention')).toBeVisible();
    expect(await count('Needs attention')).toBeVisible();
    expect(document.title).toBe('Needs attention · Caredrop');
  });

  it('a link that cannot be replaced is marked as done with the time that its row shows', async () => {
    const sent: unknown[] = [];
    fake.use(
      http.post('*/api/tokens/:id/problem/close', async ({ request }) => {
        sent.push(await request.json());
        fake.state.attention.tokens = [];
        return HttpResponse.json({ status: 'success', data: {} });
      }),
    );
    const { since, token } = aLink('unusable', { status: 'used' }, { checkGone: true });
    const { person } = open();
    const found = await row(new RegExp(token.patient_ref_id));
    await person.click(await found.findByRole('button', { name: 'Done' }));
    expect(await screen.findByText('Nothing needs attention')).toBeVisible();
    expect(sent).toEqual([{ reported_at: since }]);
  });

  it('a row can be snoozed, listed among the snoozed rows, and shown again', async () => {
    const { token } = aLink('opened');
    const { person, address } = open();
    const name = new RegExp(token.patient_ref_id);
    await person.click((await row(name)).getByRole('button', { name: 'Snooze' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Snooze until' }));
    await person.click(dialog.getByRole('button', { name: /^In 3 days/ }));
    expect(await screen.findByText('Nothing needs attention')).toBeVisible();
    await person.click(await screen.findByRole('button', { name: 'Show 1 snoozed' }));
    expect(address()).toBe('/worklist?show=snoozed');
    await person.click((await row(name)).getByRole('button', { name: 'Show again' }));
    expect(await screen.findByText('You have snoozed nothing.')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Back to the list' }));
    expect((await row(name)).getByText('Opened, nothing sent')).toBeVisible();
  });

  it('a snooze names the reason and the time that the row showed', async () => {
    const sent: unknown[] = [];
    fake.use(
      http.post('*/api/tokens/:id/snooze', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ status: 'success', data: {} });
      }),
    );
    const { since, token } = aLink('problem', { problem: { reason: 'help', reported_at: inDays(-1) } });
    const { person } = open();
    await person.click((await row(new RegExp(token.patient_ref_id))).getByRole('button', { name: 'Snooze' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Snooze until' }));
    await person.click(dialog.getByRole('button', { name: /^Tomorrow/ }));
    await waitFor(() => expect(sent).toEqual([{ reason: 'problem', since, until: expect.any(String) }]));
  });

  it('an administrator chooses between their own items and everyone’s', async () => {
    aLink('ending');
    const { person } = open('/worklist', people.dora);
    await screen.findByRole('table');
    expect(screen.queryByRole('columnheader', { name: 'Clinician' })).toBeNull();
    await person.selectOptions(screen.getByLabelText('Show'), 'everyone');
    expect(await screen.findByRole('columnheader', { name: 'Clinician' })).toBeVisible();
    for (const kind of ['tokens', 'documents'])
      expect(fake.calls).toContain(`GET /api/admin/${kind}/attention?show=open&limit=100`);
  });

  it('a clinician cannot choose everyone’s items', async () => {
    open('/worklist?scope=everyone');
    expect(await screen.findByText('Nothing needs attention')).toBeVisible();
    expect(screen.queryByLabelText('Show')).toBeNull();
    expect(fake.calls.join()).not.toContain('/api/admin/');
  });
});

describe('a list that is empty or incomplete', () => {
  /** Makes a list fail; returns a function that ends the failure. */
  const failing = (kind: string) => {
    let down = true;
    const away = () => (down ? new HttpResponse(null, { status: 503 }) : undefined);
    fake.use(http.get(`*/api/${kind}/attention`, away));
    return () => (down = false);
  };

  it('an empty list states what was checked and when', async () => {
    open();
    expect(await screen.findByText('Nothing needs attention')).toBeVisible();
    expect(
      screen.getByText(/^Your links and documents were checked at \d+ \w+ \d{4}, \d\d:\d\d\.$/),
    ).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['tokens', 'The links could not be checked.', 'No document needs attention.'],
    ['documents', 'The documents could not be checked.', 'No link needs attention.'],
  ])('when %s cannot be fetched, nothing is claimed about them', async (kind, problem, rest) => {
    failing(kind);
    open();
    expect(await screen.findByText(rest)).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent(problem);
    expect(screen.queryByText('Nothing needs attention')).toBeNull();
  });

  it('when tokens cannot be fetched, an empty list of snoozed rows makes no claim about the others', async () => {
    aNewDocument();
    failing('tokens');
    open('/worklist?show=snoozed');
    expect(await screen.findByRole('alert')).toHaveTextContent('The links could not be checked.');
    expect(await screen.findByText('1+ to do')).toBeVisible();
    expect(screen.queryByText(/No document needs attention|You have snoozed nothing/)).toBeNull();
  });

  it('when tokens cannot be fetched, the documents stay listed, the count says that there may be more, and a retry loads the rest', async () => {
    aNewDocument();
    const recover = failing('tokens');
    const { person } = open();
    await row(/P-new/);
    expect(await count('Needs attention: 1+ to do')).toBeVisible();
    aLink('text_failed', { patient_ref_id: 'P-failed' });
    recover();
    await person.click(screen.getByRole('button', { name: 'Check again' }));
    expect(await row(/P-failed/)).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('when neither links nor documents can be fetched, only the failures are shown', async () => {
    failing('tokens');
    failing('documents');
    open();
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent(/links could not.*documents could not/),
    );
    expect(screen.queryByText(/needs attention\.|were checked/)).toBeNull();
  });
});

describe('the dashboard', () => {
  it('the five most urgent items are shown with their actions and a link to all', async () => {
    for (let number = 1; number <= 6; number += 1)
      aLink('ending', { patient_ref_id: `P-${number}` }, { since: inDays(number - 10) });
    const { person, address } = open('/dashboard');
    const top = within(await screen.findByRole('region', { name: 'Needs attention' }));
    expect(await top.findAllByRole('button', { name: 'Extend' })).toHaveLength(5);
    expect(top.queryByText('P-6')).toBeNull();
    await person.click(top.getByRole('link', { name: 'See all' }));
    await waitFor(() => expect(address()).toBe('/worklist'));
  });

  it('an empty summary says that nothing needs attention', async () => {
    open('/dashboard');
    const top = within(await screen.findByRole('region', { name: 'Needs attention' }));
    expect(await top.findByText('Nothing needs attention.')).toBeVisible();
  });
});

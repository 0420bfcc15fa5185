import { describe, expect, it, jest } from '@jest/globals';
import { errors, messages, type RequestOverview, type RequestTemplate } from '@caredrop/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { strToU8, zipSync } from 'fflate';
import { http, HttpResponse } from 'msw';
import { aDocument, aRequestItem, aToken, inDays } from './builders.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();
const open = (route: string) => renderApp(route, { user: people.ana, state: fake.state });
const label = (position: number) => screen.getByRole('textbox', { name: `Document ${position}` });
const labels = () => screen.getAllByRole('textbox', { name: /^Document \d+$/ });
const written = () => labels().map((input) => (input as HTMLInputElement).value);
const button = (name: string) => screen.getByRole('button', { name });

/** Records the bodies of the calls that make links. */
function madeLinks() {
  const sent: unknown[] = [];
  fake.use(
    http.post('*/api/tokens', async ({ request }) => {
      sent.push(await request.clone().json());
    }),
  );
  return sent;
}

const template: RequestTemplate = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'New patient',
  texts: [{ language: 'en', instructions: 'Use daylight.', sms: null }],
  items: [
    {
      optional: false,
      labels: [
        { language: 'en', label: 'Insurance card' },
        { language: 'ar', label: 'بطاقة التأمين' },
      ],
    },
    { optional: true, labels: [{ language: 'en', label: 'Referral letter' }] },
  ],
  expiryDays: null,
  reminders: null,
  version: 1,
  changed_by: { firstName: 'Dora', lastName: 'Diaz' },
  changed_at: '2026-11-20T10:00:00.000Z',
};

describe('the form for a new link', () => {
  /** Opens the form with the list of documents. */
  async function openList() {
    const { person } = open('/generate-link');
    await person.click(await screen.findByRole('checkbox', { name: 'Ask for several documents' }));
    return person;
  }

  it('a request asks for one document unless the clinician chooses several', async () => {
    const sent = madeLinks();
    const { person } = open('/generate-link');
    expect(await screen.findByRole('checkbox', { name: 'Ask for several documents' })).not.toBeChecked();
    expect(screen.queryByRole('textbox', { name: 'Document 1' })).toBeNull();
    await person.type(screen.getByLabelText('Patient Reference ID'), 'P-1');
    await person.click(button('Generate Link'));
    expect(await screen.findByText(messages.link.generated)).toBeVisible();
    expect(sent[0]).not.toHaveProperty('items');
  });

  it('a list of documents is sent in the order entered, and the new link shows the first document', async () => {
    const sent = madeLinks();
    const person = await openList();
    await person.type(screen.getByLabelText('Patient Reference ID'), 'P-1');
    await person.type(label(1), 'Insurance card');
    await person.type(label(2), 'Referral letter');
    await person.click(screen.getByRole('checkbox', { name: 'Optional: Referral letter' }));
    await person.click(button('Generate Link'));
    const sentence =
      'Document 1 of 2: Insurance card; the patient gets the next link after sending this one.';
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(sent[0]).toMatchObject({
      items: [
        { label: 'Insurance card', optional: false },
        { label: 'Referral letter', optional: true },
      ],
    });
    expect(screen.queryByRole('textbox', { name: 'Document 1' })).toBeNull();
  });

  it('a document without a name is reported in its row until it is named, and nothing is sent', async () => {
    const person = await openList();
    await person.type(screen.getByLabelText('Patient Reference ID'), 'P-1');
    await person.type(label(1), 'Insurance card');
    await person.click(button('Generate Link'));
    expect(label(2)).toHaveAccessibleDescription(errors.item_label_required.text);
    expect(label(1)).toBeValid();
    expect(fake.calls).not.toContain('POST /api/tokens');
    await person.type(label(2), 'www.example.org');
    expect(label(2)).toBeValid();
    await person.click(button('Generate Link'));
    expect(label(2)).toHaveAccessibleDescription(errors.item_label_holds_link.text);
  });

  it('Enter goes to the next document and adds one after the last, without sending the form', async () => {
    const person = await openList();
    await person.type(label(1), 'A{Enter}');
    expect(label(2)).toHaveFocus();
    await person.keyboard('{Enter}');
    expect(labels()).toHaveLength(2);
    await person.keyboard('B{Enter}');
    expect(label(3)).toHaveFocus();
    expect(screen.queryByText(errors.patient_ref_required.text)).toBeNull();
  });

  it('documents are moved with the keyboard, and the focus moves with them', async () => {
    const person = await openList();
    await person.type(label(1), 'A{Enter}B{Enter}C');
    button('Move C up').focus();
    await person.keyboard('{Enter}');
    expect(written()).toEqual(['A', 'C', 'B']);
    expect(button('Move C up')).toHaveFocus();
    expect(screen.getByText('C is now document 2 of 3.')).toBeInTheDocument();
    await person.keyboard('{Enter}');
    expect(written()).toEqual(['C', 'A', 'B']);
    expect(button('Move C up')).toBeDisabled();
    expect(button('Move C down')).toHaveFocus();
    await person.click(button('Move A down'));
    expect(written()).toEqual(['C', 'B', 'A']);
    expect(button('Move A down')).toBeDisabled();
  });

  it('a document can be removed while more than two are left, and the next one, or the last, gets the focus', async () => {
    const person = await openList();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
    await person.type(label(1), 'A{Enter}B{Enter}C');
    await person.click(button('Add a document'));
    expect(label(4)).toHaveFocus();
    await person.click(button('Remove document 4'));
    expect(label(3)).toHaveFocus();
    await person.click(button('Remove A'));
    expect(written()).toEqual(['B', 'C']);
    expect(label(1)).toHaveFocus();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });

  it('no more than ten documents can be added', async () => {
    const person = await openList();
    for (let count = 2; count < 10; count += 1) await person.click(button('Add a document'));
    expect(screen.queryByRole('button', { name: 'Add a document' })).toBeNull();
    expect(screen.getByText('A request asks for at most 10 documents.')).toBeVisible();
    await person.type(label(10), 'Last{Enter}');
    expect(labels()).toHaveLength(10);
  });

  it('a template with documents shows them in the language of the patient instead of a list', async () => {
    fake.state.templates = [template];
    fake.state.languages = ['en', 'ar'];
    const sent = madeLinks();
    const person = await openList();
    await person.selectOptions(screen.getByLabelText('Template'), 'New patient');
    expect(screen.getByText('This template asks for 2 documents:')).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: 'Ask for several documents' })).toBeNull();
    await person.selectOptions(await screen.findByLabelText('Language for the patient'), 'ar');
    expect(screen.getByText('بطاقة التأمين')).toHaveAttribute('dir', 'rtl');
    expect(screen.getByText('Referral letter').closest('li')).toHaveTextContent('Referral letter (optional)');
    await person.type(screen.getByLabelText('Patient Reference ID'), 'P-1');
    await person.click(button('Generate Link'));
    expect(await screen.findByText(messages.link.generated)).toBeVisible();
    expect(sent[0]).toMatchObject({ templateId: template.id });
    expect(sent[0]).not.toHaveProperty('items');
  });
});

describe('the request templates screen', () => {
  const asDora = () => renderApp('/admin/request-templates', { user: people.dora, state: fake.state });

  /** Records the bodies of the calls that change templates. */
  function changes() {
    const sent: unknown[] = [];
    fake.use(
      http.patch('*/api/admin/request-templates/:id', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ status: 'success', data: { template } });
      }),
    );
    return sent;
  }

  it('the list names the documents of a template, and an edited list keeps the names in other languages', async () => {
    fake.state.languages = ['en', 'ar', 'pl'];
    fake.state.templates = [
      {
        ...template,
        texts: [...template.texts, { language: 'ar', instructions: 'ضوء النهار', sms: null }],
      },
    ];
    const sent = changes();
    const { person } = asDora();
    expect(await screen.findByText('2 documents: Insurance card, Referral letter')).toBeVisible();
    await person.click(button('Edit'));
    const dialog = within(await screen.findByRole('dialog'));
    const arabic = within(dialog.getByRole('group', { name: /^Names of the documents in Arabic/ }));
    expect(arabic.getByLabelText('Document 1: Insurance card')).toHaveValue('بطاقة التأمين');
    expect(arabic.getByLabelText('Document 2: Referral letter')).toHaveValue('');
    await person.click(dialog.getByRole('button', { name: 'Move Insurance card down' }));
    await person.click(dialog.getByRole('button', { name: 'Add a document' }));
    await person.click(dialog.getByRole('button', { name: 'Save changes' }));
    const list = within(dialog.getByRole('group', { name: 'Documents to ask for' }));
    const third = list.getByLabelText('Document 3');
    expect(third).toHaveAccessibleDescription(errors.item_label_required.text);
    expect(arabic.getByLabelText('Document 3')).toBeValid();
    await person.type(arabic.getByLabelText('Document 3'), 'http://example.org');
    await person.type(third, 'Photo');
    await person.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(arabic.getByLabelText('Document 3: Photo')).toHaveAccessibleDescription(
      errors.item_label_holds_link.text,
    );
    await person.clear(arabic.getByLabelText('Document 3: Photo'));
    await person.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      items: [
        { optional: true, labels: [{ language: 'en', label: 'Referral letter' }] },
        {
          optional: false,
          labels: [
            { language: 'en', label: 'Insurance card' },
            { language: 'ar', label: 'بطاقة التأمين' },
          ],
        },
        { optional: false, labels: [{ language: 'en', label: 'Photo' }] },
      ],
    });
  });

  it('a template asks for one document again once the choice of several is cleared', async () => {
    fake.state.templates = [template];
    const sent = changes();
    const { person } = asDora();
    await person.click(await screen.findByRole('button', { name: 'Edit' }));
    await person.click(await screen.findByRole('checkbox', { name: 'Ask for several documents' }));
    await person.click(button('Save changes'));
    await waitFor(() => expect(sent).toMatchObject([{ items: null }]));
  });
});

describe('lists', () => {
  const request = aRequestItem({ position: 2, label: 'Referral letter' });
  const line = '2 of 3 · Referral letter';
  const shows = async (name: RegExp) =>
    expect(await screen.findByRole('row', { name })).toHaveTextContent(line);

  it('the row of a link shows which document of the request it is for', async () => {
    fake.state.tokens.push(aToken({ patient_ref_id: 'P-1', request }));
    open('/tokens');
    await shows(/P-1/);
  });

  it('the row of a document shows its place in the request, including on the dashboard', async () => {
    fake.state.documents.push(aDocument({ file_name: 'letter.pdf', request }));
    const { person } = open('/documents');
    await shows(/letter\.pdf/);
    await person.click(screen.getAllByRole('link', { name: 'Dashboard' })[0]!);
    const recent = within(await screen.findByRole('region', { name: 'Recent Uploads' }));
    expect((await recent.findByText('letter.pdf')).closest('li')).toHaveTextContent(line);
  });

  it('search results name the document of a request', async () => {
    fake.state.tokens.push(aToken({ patient_ref_id: 'P-1', request }));
    fake.state.documents.push(aDocument({ file_name: 'P-1.pdf', request }));
    const { person } = open('/account/security');
    await person.click(await screen.findByRole('button', { name: /^Search everything/ }));
    await person.type(await screen.findByLabelText('Search links and documents'), 'P-1');
    expect(await screen.findByRole('link', { name: /^P-1 ?2 of 3 · Referral letter/ })).toBeVisible();
    expect(await screen.findByRole('link', { name: /^P-1\.pdf.*2 of 3 · Referral letter$/ })).toBeVisible();
  });

  it('a row of the list of what needs attention names the document of a request', async () => {
    const token = aToken({ patient_ref_id: 'P-1', request });
    fake.state.attention.tokens.push({ token, reason: 'opened', since: inDays(-1) });
    open('/worklist');
    await shows(/P-1/);
  });
});

describe('the page of a link', () => {
  const kept = ['Insurance card', 'Referral letter'].map((name, index) =>
    aDocument({
      file_name: `IMG_${index}.JPG`,
      patient_ref_id: 'P-1',
      request: aRequestItem({ position: index + 1, label: name }),
    }),
  );
  const item = (
    position: number,
    name: string,
    state: RequestOverview[number]['state'],
    change: Partial<RequestOverview[number]> = {},
  ) => ({ position, label: name, optional: false, state, ...change });
  const received = kept.map(({ id, token_id, created_at }, index) =>
    item(index + 1, index === 0 ? 'Insurance card' : 'Referral letter', 'received', {
      token_id,
      document_id: id,
      received_at: created_at,
    }),
  );
  const row = (name: string) => screen.getByText(name).closest('li')!;

  /** Opens the page of the link for a document of the request. */
  async function openRequest(
    position: number,
    items: RequestOverview,
    change: Parameters<typeof aToken>[0] = {},
  ) {
    const current = items[position - 1]!;
    const token = aToken({
      request: aRequestItem({ position, count: items.length, label: current.label }),
      ...(current.token_id !== undefined && { id: current.token_id }),
      ...change,
    });
    fake.state.tokens.push(token);
    fake.state.requests.set(token.id, items);
    const { person } = open(`/tokens/${token.id}`);
    await screen.findByRole('heading', { name: 'Documents of this request' });
    return person;
  }

  it('the page shows the state of each document of the request, and marks the one of its own link', async () => {
    const [skipped, present] = [aToken(), aToken()];
    await openRequest(4, [
      received[0]!,
      item(2, 'Photo', 'received', { token_id: aToken().id, received_at: inDays(-1) }),
      item(3, 'Old letter', 'skipped', { optional: true, token_id: skipped.id }),
      item(4, 'Referral letter', 'open', { token_id: present.id }),
      item(5, 'Vaccination card', 'waiting'),
    ]);
    expect(row('Insurance card')).toHaveTextContent(/^1Insurance cardReceived .+Open document$/);
    expect(screen.getByRole('link', { name: 'Open document: Insurance card' })).toHaveAttribute(
      'href',
      `/documents/${kept[0]!.id}`,
    );
    expect(row('Photo')).toHaveTextContent(/The document is no longer kept\./);
    expect(row('Old letter')).toHaveTextContent(/optional.*Left out by the patient\./);
    expect(screen.getByRole('link', { name: 'Open link: Old letter' })).toHaveAttribute(
      'href',
      `/tokens/${skipped.id}`,
    );
    expect(row('Referral letter')).toHaveTextContent(/This link.*Open: the patient can send it now\./);
    expect(row('Referral letter')).toHaveAttribute('aria-current', 'true');
    expect(row('Vaccination card')).toHaveTextContent(/Waiting until the one before arrives\./);
    expect(screen.queryByRole('button', { name: 'Download all' })).toBeNull();
  });

  it('the row of a document that was asked for again links to the received document and to the open link', async () => {
    const [again, present] = [aToken(), aToken()];
    const open = { ...received[0]!, state: 'open' as const, token_id: again.id };
    await openRequest(2, [open, item(2, 'Photo', 'open', { token_id: present.id })]);
    expect(row('Insurance card')).toHaveTextContent(/Open: the patient can send it now\./);
    const [document, link] = within(row('Insurance card')).getAllByRole('link');
    expect(document).toHaveAttribute('href', `/documents/${kept[0]!.id}`);
    expect(link).toHaveAttribute('href', `/tokens/${again.id}`);
  });

  it.each([
    ['expired', 'The link has expired.'],
    ['revoked', 'The link was revoked.'],
  ] as const)(
    'when the link of a document is %s, the documents after it are no longer shown as waiting',
    async (status, sentence) => {
      const ended = [
        received[0]!,
        item(2, 'Referral letter', 'ended', { token_id: aToken().id }),
        item(3, 'Photo', 'waiting'),
      ];
      await openRequest(2, ended, { status });
      expect(row('Referral letter')).toHaveTextContent(sentence);
      expect(row('Photo')).toHaveTextContent('No link yet: the one before has ended.');
    },
  );

  it('a document is shown as waiting for the one before it, even if the link of an earlier document has ended', async () => {
    await openRequest(2, [
      item(1, 'Insurance card', 'ended', { token_id: aToken().id }),
      item(2, 'Referral letter', 'open', { token_id: aToken().id }),
      item(3, 'Photo', 'waiting'),
    ]);
    expect(row('Photo')).toHaveTextContent('Waiting until the one before arrives.');
  });

  it('the page of a link also links to an ended link of the same request', async () => {
    const ended = aToken();
    await openRequest(1, [received[0]!, item(2, 'Referral letter', 'ended', { token_id: ended.id })], {
      status: 'used',
    });
    expect(row('Referral letter')).toHaveTextContent('Its link has expired or was revoked.');
    expect(screen.getByRole('link', { name: 'Open link: Referral letter' })).toHaveAttribute(
      'href',
      `/tokens/${ended.id}`,
    );
  });

  it('all documents are downloaded as one zip, and what is missing is listed', async () => {
    const zip = zipSync({
      'P-1/01 Insurance card - IMG_0.JPG': strToU8('card'),
      'MISSING.txt': [strToU8('Not in this file:\r\n\r\n02 Referral letter: was lost\r\n'), { level: 0 }],
    });
    const asked: unknown[] = [];
    fake.use(
      http.post('*/api/requests/:id/download', ({ params }) => {
        asked.push(params.id);
        return new HttpResponse(zip, { headers: { 'content-type': 'application/zip' } });
      }),
    );
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementationOnce(() => undefined);
    jest.spyOn(URL, 'createObjectURL').mockReturnValue('blob:zip');
    const person = await openRequest(2, [...received, item(3, 'Report', 'waiting')]);
    await person.click(button('Download all'));
    expect(await screen.findByText(messages.document.downloaded(1))).toBeVisible();
    expect(asked).toEqual([fake.state.tokens[0]!.request!.id]);
    expect(await screen.findByText('One document is not in the zip:')).toBeVisible();
    expect(screen.getByText('02 Referral letter: was lost')).toBeVisible();
    expect(screen.getByText('Missing from the zip: 02 Referral letter')).toBeVisible();
  });

  it('a zip without a document is not reported as a success', async () => {
    const missing = ['01', '02', '03', '04', '05']
      .map((name) => `${name}.pdf: could not be read\r\n`)
      .join('');
    const zip = zipSync({ 'MISSING.txt': [strToU8(`Not in this file:\r\n\r\n${missing}`), { level: 0 }] });
    fake.use(
      http.post(
        '*/api/requests/:id/download',
        () => new HttpResponse(zip, { headers: { 'content-type': 'application/zip' } }),
      ),
    );
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementationOnce(() => undefined);
    jest.spyOn(URL, 'createObjectURL').mockReturnValue('blob:zip');
    const person = await openRequest(2, received);
    await person.click(button('Download all'));
    const toast = await screen.findByText('Missing from the zip: 01.pdf, 02.pdf, 03.pdf and 2 more');
    expect(toast.closest('[role="alert"]')).toBeVisible();
    expect(screen.queryByText(messages.document.downloaded(0))).toBeNull();
  });

  it('a failed download is reported and can be repeated', async () => {
    fake.use(http.post('*/api/requests/:id/download', () => HttpResponse.error()));
    const person = await openRequest(2, received);
    await person.click(button('Download all'));
    expect(await screen.findByText(messages.document.downloadFailed)).toBeVisible();
    expect(button('Download all')).toBeEnabled();
  });

  it('the dialogs for revoking and extending say what happens to the later documents of the request', async () => {
    const items = [item(1, 'Insurance card', 'open', { token_id: aToken().id }), item(2, 'Photo', 'waiting')];
    const person = await openRequest(1, items);
    await person.click(button('Revoke'));
    const revoking = within(await screen.findByRole('dialog', { name: 'Revoke this upload token?' }));
    expect(
      revoking.getByText(/documents that wait for this one are then not asked for any more\./),
    ).toBeVisible();
    await person.click(revoking.getByRole('button', { name: 'Cancel' }));
    await person.click(button('Extend'));
    const days = await screen.findByLabelText('Days from today');
    expect(days).toHaveAccessibleDescription(/applies to the documents that wait for this one, too\./);
  });

  it('the dialog for revoking several links mentions the later documents of their requests', async () => {
    fake.state.tokens.push(aToken({ patient_ref_id: 'P-1', request: aRequestItem() }));
    const { person } = open('/tokens');
    await person.click(await screen.findByRole('checkbox', { name: 'Select P-1' }));
    await person.click(button('Revoke 1'));
    expect(
      await screen.findByText(/that wait for one of these are then not asked for any more\./),
    ).toBeVisible();
  });

  it('the dialog says that a new link asks for the same document of the request', async () => {
    const person = await openRequest(1, [
      item(1, 'Card', 'open', { token_id: aToken().id }),
      item(2, 'Photo', 'waiting'),
    ]);
    await person.click(button('Send new link'));
    expect(await screen.findByText(/It asks for the same document of the request\./)).toBeVisible();
  });

  it('the dialog for revoking the link of the last document mentions no later documents', async () => {
    const person = await openRequest(2, [received[0]!, item(2, 'Photo', 'open', { token_id: aToken().id })]);
    await person.click(button('Revoke'));
    expect(await screen.findByText(/The patient can no longer use the link\./)).toBeVisible();
    expect(screen.queryByText(/not asked for any more/)).toBeNull();
  });
});

it('the page of a document links to the page of its link, which shows the whole request', async () => {
  const document = aDocument({ request: aRequestItem({ position: 2, label: 'Referral letter' }) });
  fake.state.documents.push(document);
  open(`/documents/${document.id}`);
  const link = await screen.findByRole('link', { name: 'Document 2 of 3: Referral letter' });
  expect(link).toHaveAttribute('href', `/tokens/${document.token_id}`);
});

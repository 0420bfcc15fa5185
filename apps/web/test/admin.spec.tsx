import { describe, expect, it, jest } from '@jest/globals';
import { errors, limits, messages } from '@caredrop/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { baseApi } from '../src/shared/api/base-api.js';
import { aDocument, aToken, inDays } from './builders.js';
import { liveUpdates, reject } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();
const open = (route: string) => renderApp(route, { user: people.dora, state: fake.state });
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
const monitorCalls = () => fake.calls.filter((call) => call.includes('/admin/tokens/monitor'));
const documentCalls = () => fake.calls.filter((call) => call.startsWith('GET /api/admin/documents'));
const card = (label: string) => screen.getByText(label).closest('li');

/** Serves a list of two pages; those in `failing` cannot be loaded. */
function serveTwoPages(path: string, dataOf: (page: number) => object) {
  const served = { failing: [1] };
  fake.use(
    http.get(`*/api${path}`, ({ request }) => {
      const page = new URL(request.url).searchParams.has('cursor') ? 1 : 0;
      if (served.failing.includes(page))
        return reject(503, 'service_unavailable', errors.service_unavailable.text);
      const data = { ...dataOf(page), nextCursor: page === 0 ? '1' : null };
      return HttpResponse.json({ status: 'success', data });
    }),
  );
  return served;
}

/** Serves tokens P-1 and P-2 on two pages. */
function serveTokens() {
  const tokens = ['P-1', 'P-2'].map((reference) => aToken({ patient_ref_id: reference }));
  return serveTwoPages('/admin/tokens/monitor', (page) => ({ tokens: [tokens[page]] }));
}

/** Serves the documents a.pdf and b.pdf on two pages. */
function serveDocuments() {
  const uploads = ['a.pdf', 'b.pdf'].map((name) => aDocument({ file_name: name }));
  return serveTwoPages('/admin/documents', (page) => ({ uploads: [uploads[page]] }));
}

describe('the token monitor', () => {
  it('the monitor counts the listed tokens and marks those that expire soon', async () => {
    fake.state.tokens.push(
      aToken({ patient_ref_id: 'soon', expires_at: inDays(3), owner: people.ben }),
      aToken({ patient_ref_id: 'later', expires_at: inDays(20) }),
      aToken({ patient_ref_id: 'done', status: 'used', expires_at: inDays(2) }),
    );
    open('/admin/token-monitor');
    const soon = await row(/soon/);
    expect(soon.getByRole('img', { name: 'expiring soon' })).toBeVisible();
    expect(soon.getByText('Ben Okafor')).toBeVisible();
    for (const name of [/later/, /done/]) expect((await row(name)).queryByRole('img')).toBeNull();
    expect(card('Active')).toHaveTextContent('2');
    expect(card('Used')).toHaveTextContent('1');
    expect(card('Expiring This Week')).toHaveTextContent('1');
  });

  it('filters are sent only on Apply Filters, without empty values, and are cleared by Reset', async () => {
    fake.state.tokens.push(
      aToken({ patient_ref_id: 'P-1' }),
      aToken({ patient_ref_id: 'P-2', status: 'used' }),
    );
    const { person } = open('/admin/token-monitor');
    await row(/P-1/);
    const before = monitorCalls().length;
    await person.selectOptions(screen.getByLabelText('Status'), 'used');
    await person.type(screen.getByLabelText('Search'), ' P-2 ');
    expect(monitorCalls()).toHaveLength(before);
    await person.click(screen.getByRole('button', { name: 'Apply Filters' }));
    await waitFor(() => expect(monitorCalls()).toHaveLength(before + 1));
    const { searchParams } = new URL(monitorCalls().at(-1)!.replace('GET ', ''), 'http://x');
    expect(Object.fromEntries(searchParams)).toEqual({
      status: 'used',
      search: 'P-2',
      limit: String(limits.pageMax),
    });
    await row(/P-2/);
    await person.click(screen.getByRole('button', { name: 'Reset' }));
    await row(/P-1/);
    expect(screen.getByLabelText('Search')).toHaveValue('');
    expect(screen.getByLabelText('Status')).toHaveValue('');
  });

  it('a next page that fails to load is requested once, and again only on Retry', async () => {
    const served = serveTokens();
    const { person } = open('/admin/token-monitor');
    await row(/P-1/);
    await waitFor(() => expect(monitorCalls()).toHaveLength(2));
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(monitorCalls()).toHaveLength(2);
    served.failing = [];
    await person.click(await screen.findByRole('button', { name: 'Retry' }));
    await row(/P-2/);
    expect(monitorCalls()).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('after a further page has failed, a monitor that cannot be refreshed says so, and Retry loads its first page', async () => {
    const served = serveTokens();
    const { person, store } = open('/admin/token-monitor');
    expect(await screen.findByText('Further tokens could not be fetched.')).toBeVisible();
    served.failing = [0, 1];
    store.dispatch(baseApi.util.invalidateTags(['Token']));
    expect(await screen.findByText('The tokens could not be fetched.')).toBeVisible();
    served.failing = [];
    const before = monitorCalls().length;
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    await row(/P-2/);
    expect(monitorCalls()[before]).not.toContain('cursor=1');
  });

  it('the monitor reports when clinicians or tokens cannot be loaded', async () => {
    fake.use(
      http.get('*/api/users', () => HttpResponse.error()),
      http.get('*/api/admin/tokens/monitor', () => HttpResponse.error()),
    );
    open('/admin/token-monitor');
    expect(await screen.findByText(messages.user.loadFailed)).toBeVisible();
    expect(await screen.findByText(messages.token.loadMonitorFailed)).toBeVisible();
  });
});

it('an administrator’s search names the fields that it covers', async () => {
  const { person } = open('/admin/token-monitor');
  await person.click(await screen.findByRole('button', { name: /^Search everything/ }));
  expect(await screen.findByLabelText('Search links and documents')).toHaveAccessibleDescription(
    'Part of a reference or link; documents by reference.',
  );
});

it('a link pasted into Search everything is searched by the start of its value, and no call contains the whole value', async () => {
  const { person } = open('/admin/token-monitor');
  await person.click(await screen.findByRole('button', { name: /^Search everything/ }));
  await person.click(await screen.findByLabelText('Search links and documents'));
  await person.paste(`https://care.example/upload?token=${'Ab3'.repeat(14)}Z`);
  await waitFor(() => expect(monitorCalls().at(-1)).toContain('search=Ab3Ab3Ab&'));
  expect(fake.calls.join()).not.toContain('Ab3'.repeat(5));
});

describe('generating tokens in bulk', () => {
  const openDialog = async () => {
    const { person } = open('/admin/token-monitor');
    await person.click(await screen.findByRole('button', { name: 'Generate Bulk Tokens' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Generate Bulk Tokens' }));
    const count = dialog.getByLabelText('Number of Tokens');
    return { person, dialog, count };
  };

  it.each(['0', '101', '2.5', 'ten', ''])(
    'the count %j is refused with a message and without a request',
    async (typed) => {
      const { person, dialog, count } = await openDialog();
      expect(count).toHaveValue('10');
      await person.clear(count);
      if (typed) await person.type(count, typed);
      await person.click(dialog.getByRole('button', { name: 'Generate' }));
      expect(dialog.getByText(errors.bulk_count_invalid.text)).toBeVisible();
      expect(fake.calls).not.toContain('POST /api/tokens/bulk');
    },
  );

  it('a single token can be generated and saved as CSV, and the dialog reopens with the default count of 10', async () => {
    const saved: { name: string; text: string }[] = [];
    jest.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      void (blob as Blob).text().then((text) => saved.push({ name: '', text }));
      return 'blob:csv';
    });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      queueMicrotask(() => void 0);
      saved.push({ name: this.download, text: '' });
    });
    const { person, dialog, count } = await openDialog();
    await person.clear(count);
    await person.type(count, '1');
    await person.type(dialog.getByLabelText('Patient ID Prefix'), 'ENT');
    await person.click(dialog.getByRole('button', { name: 'Generate' }));
    expect(await screen.findByText(messages.token.generated(1))).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => expect(saved).toHaveLength(2));
    expect(saved.map(({ name }) => name).join('')).toMatch(/^tokens-\d{4}-\d\d-\d\d\.csv$/);
    expect(saved.map(({ text }) => text).join('')).toContain('ENT-001');
    await person.click(dialog.getByRole('button', { name: 'Done' }));
    await person.click(screen.getByRole('button', { name: 'Generate Bulk Tokens' }));
    expect(await screen.findByLabelText('Number of Tokens')).toHaveValue('10');
  });

  it('while tokens are being generated, the dialog cannot be closed or submitted again', async () => {
    fake.use(http.post('*/api/tokens/bulk', () => new Promise<Response>(() => undefined)));
    const { person, dialog } = await openDialog();
    await person.click(dialog.getByRole('button', { name: 'Generate' }));
    await dialog.findByRole('button', { name: 'Generating...' });
    await person.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeVisible();
    // Enter in a field clicks the form's button.
    await person.type(dialog.getByLabelText('Patient ID Prefix'), '{Enter}');
    expect(fake.calls.filter((call) => call === 'POST /api/tokens/bulk')).toHaveLength(1);
  });

  it('a CSV download without tokens shows a message', async () => {
    fake.use(
      http.post('*/api/tokens/bulk', () => HttpResponse.json({ status: 'success', data: { tokens: [] } })),
    );
    const { person, dialog } = await openDialog();
    await person.click(dialog.getByRole('button', { name: 'Generate' }));
    await person.click(await dialog.findByRole('button', { name: 'Download CSV' }));
    expect(await screen.findByText(messages.token.noneToDownload)).toBeVisible();
  });
});

describe('document downloads', () => {
  it('a file name of more than 20 characters is truncated and shown in full in a tooltip', async () => {
    const name = 'a name of more than twenty characters.pdf';
    fake.state.documents.push(aDocument({ file_name: name, comment: 'exactly twenty chars' }));
    open('/admin/documents');
    const cut = await screen.findByText('a name of more than ...');
    expect(cut).toHaveAttribute('title', name);
    expect(screen.getByText('exactly twenty chars')).not.toHaveAttribute('title');
  });

  it('the page shows the number of documents of each kind and their total size', async () => {
    fake.state.documents.push(
      aDocument({ file_size: 1024 }),
      aDocument({ file_type: 'image/png', file_size: 512 }),
    );
    open('/admin/documents');
    await waitFor(() => expect(card('Total Size')).toHaveTextContent('1.50 KB'));
    expect(card('Total Documents')).toHaveTextContent('2');
    expect(card('Images')).toHaveTextContent('1');
    expect(card('PDFs')).toHaveTextContent('1');
  });

  it('a next page that fails to load is requested once, and the list is marked as incomplete until Retry succeeds', async () => {
    const served = serveDocuments();
    const { person } = open('/admin/documents');
    await row(/a\.pdf/);
    expect(await screen.findByText('Further documents could not be fetched.')).toBeVisible();
    expect(documentCalls()).toHaveLength(2);
    served.failing = [];
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    await row(/b\.pdf/);
    expect(documentCalls()).toHaveLength(3);
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('after a further page has failed, a list of documents that cannot be refreshed says so, and Retry loads its first page', async () => {
    const served = serveDocuments();
    const { person, store } = open('/admin/documents');
    expect(await screen.findByText('Further documents could not be fetched.')).toBeVisible();
    served.failing = [0, 1];
    store.dispatch(baseApi.util.invalidateTags(['Document']));
    expect(await screen.findByText('The documents could not be fetched.')).toBeVisible();
    served.failing = [];
    const before = documentCalls().length;
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    await row(/b\.pdf/);
    expect(documentCalls()[before]).not.toContain('cursor=1');
  });

  it('downloading without a selection shows a message', async () => {
    fake.state.documents.push(aDocument());
    const { person } = open('/admin/documents');
    await person.click(await screen.findByRole('button', { name: 'Download Selected' }));
    expect(await screen.findByText(errors.download_empty.text)).toBeVisible();
  });

  it('a failed zip download shows the server’s reason', async () => {
    fake.state.documents.push(aDocument({ file_name: 'a.pdf' }));
    fake.use(
      http.post('*/api/admin/documents/download', () =>
        reject(404, 'document_not_found', errors.document_not_found.text),
      ),
    );
    const { person } = open('/admin/documents');
    await person.click(await screen.findByRole('checkbox', { name: 'Select a.pdf' }));
    await person.click(screen.getByRole('button', { name: 'Download Selected' }));
    expect(await screen.findByText(messages.document.downloadFailed)).toBeVisible();
    expect(screen.getByText(errors.document_not_found.text)).toBeVisible();
  });

  it('while a zip is downloading, a deleted document leaves the list, and a live update refetches it', async () => {
    fake.state.documents.push(aDocument({ file_name: 'a.pdf' }), aDocument({ file_name: 'b.pdf' }));
    const updates = liveUpdates();
    const unfinished = new ReadableStream({ start: (zip) => zip.enqueue(new Uint8Array(8)) });
    fake.use(
      updates.handler,
      http.post('*/api/admin/documents/download', () => new HttpResponse(unfinished)),
    );
    const { person } = open('/admin/documents');
    await person.click(await screen.findByRole('checkbox', { name: 'Select a.pdf' }));
    await person.click(screen.getByRole('button', { name: 'Download Selected' }));
    const cancel = await screen.findByRole('button', { name: 'Cancel' });
    await person.click((await row(/b\.pdf/)).getByRole('button', { name: 'Delete' }));
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('row', { name: /b\.pdf/ })).toBeNull());
    fake.state.documents.push(aDocument({ file_name: 'c.pdf' }));
    updates.send('upload.completed');
    await row(/c\.pdf/);
    await person.click(cancel);
    expect(await screen.findByRole('button', { name: 'Download Selected' })).toBeEnabled();
  });

  it('a filter is sent at once and without unset fields', async () => {
    const { person } = open('/admin/documents');
    await screen.findByText(messages.document.noneMatching);
    await person.selectOptions(screen.getByLabelText('File Type'), 'image');
    await waitFor(() =>
      expect(fake.calls).toContain(`GET /api/admin/documents?fileType=image&limit=${limits.pageMax}`),
    );
  });
});

describe('managing clinicians', () => {
  const userLists = () => fake.calls.filter((call) => call.startsWith('GET /api/admin/users')).length;

  it('disabling a clinician updates the row without another request and keeps it listed', async () => {
    const { person } = open('/admin/manage-users');
    await row(/Ana Li/);
    await person.selectOptions(screen.getByLabelText('Status'), 'active');
    await waitFor(() => expect(screen.queryByText('Chloe Martin')).toBeNull());
    const ana = await row(/Ana Li/);
    const before = userLists();
    await person.click(ana.getByRole('button', { name: 'Disable' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(messages.user.cannotLogIn)).toBeVisible();
    await person.type(dialog.getByLabelText('Reason'), ' left the clinic ');
    await person.click(dialog.getByRole('button', { name: 'Disable' }));
    expect(await screen.findByText(messages.user.disabled('Ana Li'))).toBeVisible();
    const after = await row(/Ana Li/);
    expect(await after.findByText('left the clinic')).toBeVisible();
    expect(after.getByRole('button', { name: 'Enable' })).toBeVisible();
    expect(userLists()).toBe(before);
  });

  it('enabling a clinician removes the reason', async () => {
    const { person } = open('/admin/manage-users');
    const chloe = await row(/Chloe Martin/);
    expect(chloe.getByText('On leave until January')).toBeVisible();
    await person.click(chloe.getByRole('button', { name: 'Enable' }));
    expect(await screen.findByText(messages.user.enabled('Chloe Martin'))).toBeVisible();
    expect((await row(/Chloe Martin/)).queryByText('On leave until January')).toBeNull();
  });

  it('a failure to enable a clinician shows a specific message', async () => {
    fake.use(http.post('*/api/admin/users/:id/enable', () => HttpResponse.error()));
    const { person } = open('/admin/manage-users');
    await person.click((await row(/Chloe Martin/)).getByRole('button', { name: 'Enable' }));
    expect(await screen.findByText(messages.user.enableFailed)).toBeVisible();
  });

  it('the name filter is sent only after a pause in typing', async () => {
    const { person } = open('/admin/manage-users');
    await row(/Ana Li/);
    await person.type(screen.getByLabelText('Name'), 'chl');
    await waitFor(() => expect(screen.queryByText('Ana Li')).toBeNull());
    expect(fake.calls.filter((call) => call.includes('name='))).toEqual(['GET /api/admin/users?name=chl']);
  });

  it('an invitation is checked for missing fields and then sent', async () => {
    const { person } = open('/admin/manage-users');
    await person.click(await screen.findByRole('button', { name: 'Invite a clinician' }));
    const dialog = within(await screen.findByRole('dialog'));
    // A setting of the clinic decides for how long the link is valid.
    expect(dialog.getByText(/^The invitation goes here/)).not.toHaveTextContent(/\d/);
    await person.click(dialog.getByRole('button', { name: 'Send invitation' }));
    expect(dialog.getByText('First name is required')).toBeVisible();
    expect(dialog.getByText('Email is required')).toBeVisible();
    await person.type(dialog.getByLabelText('First name'), 'Eve');
    await person.type(dialog.getByLabelText('Last name'), 'Moss');
    await person.type(dialog.getByLabelText('Email address'), 'eve@clinic.example');
    await person.click(dialog.getByRole('button', { name: 'Send invitation' }));
    expect(await screen.findByText(messages.user.invited('eve@clinic.example'))).toBeVisible();
  });

  it('an invited person is marked as such and can be invited again', async () => {
    fake.state.invited.add(people.ben.id);
    const { person } = open('/admin/manage-users');
    const ben = await row(/Ben Okafor/);
    expect(ben.getByText('invited')).toBeVisible();
    expect((await row(/Ana/)).queryByRole('button', { name: 'Invite again' })).toBeNull();
    await person.click(ben.getByRole('button', { name: 'Invite again' }));
    expect(await screen.findByText(messages.user.invited(people.ben.email))).toBeVisible();
    expect(fake.calls).toContain(`POST /api/admin/users/${people.ben.id}/invite`);
  });

  it('the filters of the list of clinicians are kept in the URL', async () => {
    const { person, address } = open('/admin/manage-users?status=disabled');
    expect(await screen.findByLabelText('Status')).toHaveValue('disabled');
    await person.selectOptions(screen.getByLabelText('Status'), 'active');
    expect(address()).toBe('/admin/manage-users?status=active');
  });
});

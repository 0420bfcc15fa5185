import { describe, expect, it, jest } from '@jest/globals';
import { messages } from '@caredrop/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aDocument, aToken, inDays } from './builders.js';
import { refuse } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();
const open = (route: string) => renderApp(route, { user: people.ana, state: fake.state });
const box = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` });

/** Three documents: two PDFs, one image, one of them old. */
function fillList() {
  fake.state.documents.push(
    aDocument({ file_name: 'a.pdf', patient_ref_id: 'P-1' }),
    aDocument({ file_name: 'b.jpg', file_type: 'image/jpeg', patient_ref_id: 'P-2', comment: 'left hand' }),
    aDocument({ file_name: 'old.pdf', patient_ref_id: 'P-3', created_at: inDays(-20) }),
  );
}

describe('the dashboard', () => {
  it('counts tokens, active tokens and documents, and shows the three newest', async () => {
    fake.state.tokens.push(
      aToken(),
      aToken({ status: 'used' }),
      aToken({ status: 'active', expires_at: inDays(-1) }),
    );
    for (const [name, days] of [
      ['third', -3],
      ['first', -1],
      ['fourth', -4],
      ['second', -2],
    ] as const) {
      fake.state.documents.push(
        aDocument({ file_name: name, created_at: inDays(days), patient_ref_id: `ref ${name}` }),
      );
    }
    open('/dashboard');
    const recent = within(await screen.findByRole('region', { name: 'Recent Uploads' }));
    expect((await recent.findAllByRole('link', { name: 'View' })).length).toBe(3);
    expect(recent.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringContaining('firstPatient: ref first'),
      expect.stringContaining('second'),
      expect.stringContaining('third'),
    ]);
    const card = (label: string) => screen.getByText(label).closest('li');
    await waitFor(() => expect(card('Total Upload Tokens')).toHaveTextContent('3'));
    expect(card('Active Tokens')).toHaveTextContent('1');
    expect(card('Total Documents')).toHaveTextContent('4');
  });

  it('says that there is nothing yet', async () => {
    open('/dashboard');
    expect(await screen.findByText(messages.document.noRecent)).toBeVisible();
  });
});

describe('the list of documents', () => {
  it('filters here, without a further call, and counts what matches', async () => {
    fillList();
    const { person } = open('/documents');
    expect(await screen.findByText('3 documents')).toBeVisible();
    await person.selectOptions(screen.getByLabelText('File type'), 'pdf');
    expect(await screen.findByText('2 documents')).toBeVisible();
    await person.selectOptions(screen.getByLabelText('Date range'), '7');
    expect(await screen.findByText('1 document')).toBeVisible();
    await person.type(screen.getByLabelText('Patient reference'), 'nobody');
    expect(await screen.findByText(messages.document.noneMatching)).toBeVisible();
    expect(fake.calls.filter((call) => call.startsWith('GET /api/documents'))).toEqual([
      'GET /api/documents',
    ]);
  });

  it('asks to select something when nothing is', async () => {
    fillList();
    const { person } = open('/documents');
    await person.click((await screen.findAllByRole('button', { name: 'Delete' }))[0]!);
    expect(await screen.findByText(messages.document.selectToDelete)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('selects every row that matches and forgets those a filter hides', async () => {
    fillList();
    const { person } = open('/documents');
    await person.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    expect(screen.getByRole('button', { name: 'Delete 3' })).toBeVisible();
    await person.selectOptions(screen.getByLabelText('File type'), 'image');
    expect(await screen.findByRole('button', { name: 'Delete 1' })).toBeVisible();
    await person.selectOptions(screen.getByLabelText('File type'), '');
    expect(await box('a.pdf')).not.toBeChecked();
    expect(await box('b.jpg')).toBeChecked();
  });

  it('deletes the selected ones after naming them, and clears the selection', async () => {
    fillList();
    const { person } = open('/documents');
    await person.click(await box('a.pdf'));
    await person.click(screen.getByRole('button', { name: 'Delete 1' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/a\.pdf/)).toBeVisible();
    await person.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(messages.document.deletedMany(1))).toBeVisible();
    await waitFor(() => expect(screen.queryByText('a.pdf')).toBeNull());
    expect(screen.queryByRole('button', { name: /Delete \d/ })).toBeNull();
  });

  it('has another sentence for a single delete', async () => {
    fillList();
    const { person } = open('/documents');
    const row = within(await screen.findByRole('row', { name: /b\.jpg/ }));
    await person.click(row.getByRole('button', { name: 'Delete' }));
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(messages.document.deleted)).toBeVisible();
    expect(fake.calls.some((call) => call.startsWith('DELETE /api/upload/file/'))).toBe(true);
  });

  it('keeps the dialog and the documents when deleting fails', async () => {
    fillList();
    fake.use(http.delete('*/api/upload/file/:id', () => HttpResponse.error()));
    const { person } = open('/documents');
    const row = within(await screen.findByRole('row', { name: /b\.jpg/ }));
    await person.click(row.getByRole('button', { name: 'Delete' }));
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(messages.document.deleteFailed)).toBeVisible();
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  it('shows a document that is being checked without a way to open it', async () => {
    fake.state.documents.push(aDocument({ file_name: 'new.pdf', file_url: null }));
    open('/documents');
    const row = within(await screen.findByRole('row', { name: /new\.pdf/ }));
    expect(row.getByText(messages.document.beingChecked)).toBeVisible();
    expect(row.getByRole('button', { name: 'Download' })).toBeDisabled();
    expect(row.queryByRole('link', { name: 'View' })).toBeNull();
  });

  it('shows a lost document as lost and not as being checked; it can be deleted', async () => {
    fake.state.documents.push(aDocument({ file_name: 'gone.pdf', file_url: null, lost: true }));
    open('/documents');
    const row = within(await screen.findByRole('row', { name: /gone\.pdf/ }));
    expect(row.getByText(messages.document.lostShort)).toBeVisible();
    expect(row.queryByText(messages.document.beingChecked)).toBeNull();
    expect(row.queryByRole('link', { name: 'View' })).toBeNull();
    expect(row.getByRole('button', { name: 'Delete' })).toBeEnabled();
  });

  it('says that it could not load, once, and loads on Retry', async () => {
    fillList();
    fake.use(
      http.get('*/api/documents', () => refuse(503, 'service_unavailable', messages.general.unavailable), {
        once: true,
      }),
    );
    const { person } = open('/documents');
    expect(await screen.findAllByText(messages.document.loadFailed)).toHaveLength(1);
    expect(screen.getByText(messages.general.unavailable)).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('a.pdf')).toBeVisible();
  });
});

describe('downloading one file', () => {
  const saved = () => {
    const names: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    return names;
  };
  const download = async () => {
    const { person } = open('/documents');
    await person.click(await screen.findByRole('button', { name: 'Download' }));
  };

  it('fetches the address and saves it under the file’s name', async () => {
    const names = saved();
    fake.state.documents.push(aDocument({ file_name: 'a "b".pdf' }));
    fake.use(http.get('*/api/files/:id', () => new HttpResponse('%PDF')));
    await download();
    await waitFor(() => expect(names).toEqual(['a "b".pdf']));
  });

  it('asks for a fresh address once when the old one is refused', async () => {
    const names = saved();
    const document = aDocument({ file_name: 'a.pdf', file_url: `${window.location.origin}/api/files/old` });
    fake.state.documents.push(document);
    fake.use(
      http.get('*/api/files/old', () => refuse(410, 'not_found', messages.general.notFound)),
      http.get('*/api/files/fresh', () => new HttpResponse('%PDF')),
      http.get('*/api/documents/:id', () =>
        HttpResponse.json({
          status: 'success',
          data: { document: { ...document, file_url: `${window.location.origin}/api/files/fresh` } },
        }),
      ),
    );
    await download();
    await waitFor(() => expect(names).toEqual(['a.pdf']));
  });

  it('says why it failed', async () => {
    saved();
    fake.state.documents.push(aDocument());
    fake.use(http.get('*/api/files/:id', () => new HttpResponse(null, { status: 500 })));
    await download();
    expect(
      await screen.findByText(messages.document.downloadFileFailed('the server answered 500')),
    ).toBeVisible();
  });
});

describe('document detail', () => {
  it('frames a PDF and offers a new tab', async () => {
    const document = aDocument({ comment: 'please call' });
    fake.state.documents.push(document);
    open(`/documents/${document.id}`);
    expect(await screen.findByTitle(`Preview of ${document.file_name}`)).toHaveAttribute(
      'src',
      `${document.file_url}#view=FitH&navpanes=0`,
    );
    expect(screen.getByRole('link', { name: 'open in a new tab' })).toHaveAttribute(
      'href',
      document.file_url,
    );
    expect(screen.getByText('please call')).toBeVisible();
    expect(screen.getByText('178.03 KB')).toBeVisible();
    expect(screen.getByRole('link', { name: 'View token details' })).toHaveAttribute(
      'href',
      `/tokens/${document.token_id}`,
    );
  });

  it('has a sentence for what no browser shows', async () => {
    const document = aDocument({ file_type: 'application/zip' });
    fake.state.documents.push(document);
    open(`/documents/${document.id}`);
    expect(await screen.findByText(messages.document.noPreview)).toBeVisible();
  });

  it('leads to /documents with a toast when it is not there', async () => {
    const { address } = open('/documents/gone');
    await waitFor(() => expect(address()).toBe('/documents'));
    expect(await screen.findByText(messages.document.loadDetailsFailed)).toBeVisible();
  });

  it('says so when the answer holds no document', async () => {
    fake.use(http.get('*/api/documents/:id', () => HttpResponse.json({ status: 'success', data: {} })));
    open('/documents/odd');
    expect(await screen.findByText(messages.document.invalidResponse)).toBeVisible();
  });
});

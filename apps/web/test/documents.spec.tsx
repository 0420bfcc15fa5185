import { describe, expect, it, jest } from '@jest/globals';
import { errors, messages } from '@caredrop/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aDocument, aToken, inDays } from './builders.js';
import { reject } from './fake-api.js';
import { people } from './people.js';
import { fakeServer, renderApp } from './render-app.js';

const fake = fakeServer();
const open = (route: string) => renderApp(route, { user: people.ana, state: fake.state });
const listCalls = () => fake.calls.filter((call) => /^GET \/api\/documents(\?|$)/.test(call));
const box = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` });

/** Three documents: two PDFs, one of them old, and an image. */
function fillList() {
  fake.state.documents.push(
    aDocument({ file_name: 'a.pdf', patient_ref_id: 'P-1' }),
    aDocument({ file_name: 'b.jpg', file_type: 'image/jpeg', patient_ref_id: 'P-2', comment: 'left hand' }),
    aDocument({ file_name: 'old.pdf', patient_ref_id: 'P-3', created_at: inDays(-20) }),
  );
}

describe('the dashboard', () => {
  it('the dashboard counts all documents and links even if their lists have several pages', async () => {
    const next = { nextCursor: 'next' };
    for (const [path, rows, row] of [
      ['tokens', 'tokens', aToken],
      ['documents', 'uploads', aDocument],
    ] as const)
      fake.use(
        http.get(`*/api/${path}`, ({ request }) => {
          const isLast = new URL(request.url).searchParams.get('cursor') === 'next';
          const page = isLast ? { [rows]: [row()], nextCursor: null } : { [rows]: [row(), row()], ...next };
          return HttpResponse.json({ status: 'success', data: page });
        }),
      );
    open('/dashboard');
    const card = (label: string) => screen.getByText(label).closest('li');
    await waitFor(() => expect(card('Total Upload Tokens')).toHaveTextContent('3'));
    await waitFor(() => expect(card('Total Documents')).toHaveTextContent('3'));
  });

  it('the dashboard counts tokens and documents and shows the three newest documents', async () => {
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

  it('an empty dashboard shows a message', async () => {
    open('/dashboard');
    expect(await screen.findByText(messages.document.noRecent)).toBeVisible();
  });
});

describe('the list of documents', () => {
  it('documents are filtered and counted in the browser without another request', async () => {
    fillList();
    const { person } = open('/documents');
    expect(await screen.findByText('3 documents')).toBeVisible();
    await person.selectOptions(screen.getByLabelText('File type'), 'pdf');
    expect(await screen.findByText('2 documents')).toBeVisible();
    await person.selectOptions(screen.getByLabelText('Date range'), '7');
    expect(await screen.findByText('1 document')).toBeVisible();
    await person.type(screen.getByLabelText('Patient reference'), 'nobody');
    expect(await screen.findByText(messages.document.noneMatching)).toBeVisible();
    expect(listCalls()).toEqual(['GET /api/documents']);
  });

  it('the service performs a search once, after a pause in typing, and the URL keeps it', async () => {
    fillList();
    const { person, address } = open('/documents');
    await screen.findByText('3 documents');
    await person.type(screen.getByLabelText('Search'), 'left hand');
    expect(await screen.findByText('1 document')).toBeVisible();
    expect(screen.getByText('b.jpg')).toBeVisible();
    expect(address()).toBe('/documents?search=left+hand');
    expect(listCalls()).toEqual(['GET /api/documents', 'GET /api/documents?search=left+hand']);
  });

  it('while filters are being cleared, an empty search result is not mistaken for a list without documents', async () => {
    fillList();
    const { person } = open('/documents?search=nobody');
    const clear = await screen.findByRole('link', { name: 'Clear filters' });
    let respond = () => {};
    const response = new Promise<void>((resolve) => (respond = resolve));
    fake.use(http.get('*/api/documents', () => response.then(() => undefined)));
    await person.click(clear);
    await waitFor(() => expect(listCalls()).toContain('GET /api/documents'));
    expect(screen.queryByText(/No documents have arrived yet/)).toBeNull();
    respond();
    expect(await screen.findByText('3 documents')).toBeVisible();
  });

  it('a list without matches offers a link that clears the filters', async () => {
    fillList();
    const { person, address } = open('/documents?patientRefId=nobody');
    await person.click(await screen.findByRole('link', { name: 'Clear filters' }));
    expect(await screen.findByText('3 documents')).toBeVisible();
    expect(address()).toBe('/documents');
  });

  it('a clinician without documents reads that none have arrived, and sees no link to clear filters', async () => {
    open('/documents');
    expect(await screen.findByText(/No documents have arrived yet/)).toBeVisible();
    expect(screen.getByText(messages.document.noneMatching)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Clear filters' })).toBeNull();
  });

  it('the name of a file opens its document', async () => {
    fillList();
    const { person, address } = open('/documents');
    await person.click(await screen.findByRole('link', { name: /^a\.\s?pdf$/ }));
    expect(address()).toMatch(/^\/documents\/.+/);
  });

  it.each([
    [500, 'The service did not answer. Try again in a moment. Nothing was changed.'],
    [429, 'Check your connection, then try again. Nothing was changed.'],
  ])('a list that fails with %i shows: %s', async (status, help) => {
    fake.use(http.get('*/api/documents', () => HttpResponse.json({}, { status })));
    open('/documents');
    expect(await screen.findByText(help)).toBeVisible();
  });

  it('deleting without a selection shows a message', async () => {
    fillList();
    const { person } = open('/documents');
    await person.click((await screen.findAllByRole('button', { name: 'Delete' }))[0]!);
    expect(await screen.findByText(errors.deletion_empty.text)).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('Select all selects the matching rows, and a filter deselects the rows it hides', async () => {
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

  it('deleting selected documents names them first and clears the selection', async () => {
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

  it('deleting a single document uses a separate call and shows a separate message', async () => {
    fillList();
    const { person } = open('/documents');
    const row = within(await screen.findByRole('row', { name: /b\.jpg/ }));
    await person.click(row.getByRole('button', { name: 'Delete' }));
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(messages.document.deleted)).toBeVisible();
    expect(fake.calls.some((call) => call.startsWith('DELETE /api/upload/file/'))).toBe(true);
  });

  it('a failed deletion keeps the dialog open', async () => {
    fillList();
    fake.use(http.delete('*/api/upload/file/:id', () => HttpResponse.error()));
    const { person } = open('/documents');
    const row = within(await screen.findByRole('row', { name: /b\.jpg/ }));
    await person.click(row.getByRole('button', { name: 'Delete' }));
    await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText(messages.document.deleteFailed)).toBeVisible();
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  it('a document that is being checked cannot be opened or downloaded', async () => {
    fake.state.documents.push(aDocument({ file_name: 'new.pdf', file_url: null }));
    open('/documents');
    const row = within(await screen.findByRole('row', { name: /new\.pdf/ }));
    expect(row.getByText(messages.document.beingChecked)).toBeVisible();
    expect(row.getByRole('button', { name: 'Download' })).toBeDisabled();
    expect(row.queryByRole('link', { name: 'View' })).toBeNull();
  });

  it('to delete more than ten documents, the user has to type how many', async () => {
    for (let index = 0; index < 11; index += 1) fake.state.documents.push(aDocument());
    const { person } = open('/documents');
    await person.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    expect(screen.getByText('11 selected')).toBeVisible();
    await person.click(screen.getByRole('button', { name: 'Delete 11' }));
    const dialog = within(await screen.findByRole('dialog'));
    const confirm = dialog.getByRole('button', { name: 'Delete' });
    expect(confirm).toBeDisabled();
    const field = dialog.getByRole('textbox', { name: 'Type 11 to delete this many documents' });
    await person.type(field, '1');
    expect(confirm).toBeDisabled();
    await person.type(field, '1');
    await person.click(confirm);
    expect(await screen.findByText(messages.document.deletedMany(11))).toBeVisible();
  });

  it('ten documents can be deleted without typing how many', async () => {
    for (let index = 0; index < 10; index += 1) fake.state.documents.push(aDocument());
    const { person } = open('/documents');
    await person.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await person.click(screen.getByRole('button', { name: 'Delete 10' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('textbox')).toBeNull();
    expect(dialog.getByRole('button', { name: 'Delete' })).toBeEnabled();
  });

  it('a lost document is shown as lost and can be deleted', async () => {
    fake.state.documents.push(aDocument({ file_name: 'gone.pdf', file_url: null, lost: true }));
    open('/documents');
    const row = within(await screen.findByRole('row', { name: /gone\.pdf/ }));
    expect(row.getByText(messages.document.lostShort)).toBeVisible();
    expect(row.queryByText(messages.document.beingChecked)).toBeNull();
    expect(row.queryByRole('link', { name: 'View' })).toBeNull();
    expect(row.getByRole('button', { name: 'Delete' })).toBeEnabled();
  });

  it('documents that fail to load are reported once and loaded on Retry', async () => {
    fillList();
    fake.use(
      http.get('*/api/documents', () => reject(503, 'service_unavailable', errors.service_unavailable.text), {
        once: true,
      }),
    );
    const { person } = open('/documents');
    expect(await screen.findAllByText(messages.document.loadFailed)).toHaveLength(1);
    expect(screen.getByText(errors.service_unavailable.text)).toBeVisible();
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

  it('a file is downloaded and saved under its name', async () => {
    const names = saved();
    fake.state.documents.push(aDocument({ file_name: 'a "b".pdf' }));
    fake.use(http.get('*/api/files/:id', () => new HttpResponse('%PDF')));
    await download();
    await waitFor(() => expect(names).toEqual(['a "b".pdf']));
  });

  it('a refused download URL is replaced by a fresh one', async () => {
    const names = saved();
    const document = aDocument({ file_name: 'a.pdf', file_url: `${window.location.origin}/api/files/old` });
    fake.state.documents.push(document);
    fake.use(
      http.get('*/api/files/old', () => reject(410, 'not_found', errors.not_found.text)),
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

  it.each<[string, string, () => Response]>([
    [
      'does not exist',
      'it is no longer there',
      () => reject(404, 'document_not_found', errors.document_not_found.text),
    ],
    [
      'has no URL',
      'it is no longer there',
      () => HttpResponse.json({ status: 'success', data: { document: aDocument({ file_url: null }) } }),
    ],
    [
      'is not returned because of a 503',
      'the server answered 503',
      () => new HttpResponse(null, { status: 503 }),
    ],
    ['is not returned without a network', 'the server could not be reached', () => HttpResponse.error()],
  ])('when the URL has expired and the document %s, the reason is: %s', async (_what, reason, response) => {
    saved();
    fake.state.documents.push(aDocument());
    fake.use(
      http.get('*/api/files/:id', () => reject(404, 'not_found', errors.not_found.text)),
      http.get('*/api/documents/:id', response),
    );
    await download();
    expect(await screen.findByText(messages.document.downloadFileFailed(reason))).toBeVisible();
  });

  it('an expired URL of an open document is not tried again when the request for a new one fails', async () => {
    const document = aDocument();
    fake.state.documents.push(document);
    fake.use(http.get('*/api/files/:id', () => reject(404, 'not_found', errors.not_found.text)));
    const { person } = open(`/documents/${document.id}`);
    const button = await screen.findByRole('button', { name: 'Download Document' });
    fake.use(http.get('*/api/documents/:id', () => new HttpResponse(null, { status: 503 })));
    await person.click(button);
    const sentence = messages.document.downloadFileFailed('the server answered 503');
    expect(await screen.findByText(sentence)).toBeVisible();
  });

  it('a failed download shows the reason', async () => {
    saved();
    fake.state.documents.push(aDocument());
    fake.use(http.get('*/api/files/:id', () => new HttpResponse(null, { status: 500 })));
    await download();
    expect(
      await screen.findByText(messages.document.downloadFileFailed('the server answered 500')),
    ).toBeVisible();
  });
});

describe('opening the original', () => {
  const urlOf = (name: string) => `${window.location.origin}/api/files/${name}`;

  /** Opens the page of a document with the URL `old`, and records the tab that a click on its link opens. */
  const openPage = async () => {
    const document = aDocument({ file_url: urlOf('old') });
    const tab = { opener: window, location: { replace: jest.fn() }, close: jest.fn() };
    const openTab = jest.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
    fake.state.documents.push(document);
    const { person } = open(`/documents/${document.id}`);
    const link = await screen.findByRole('link', { name: 'Open original' });
    return { document, tab, openTab, person, link };
  };

  it('the original opens in a new tab without access to the page', async () => {
    fake.use(http.head('*/api/files/old', () => new HttpResponse()));
    const { tab, openTab, person, link } = await openPage();
    await person.click(link);
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(urlOf('old')));
    expect(openTab).toHaveBeenCalledWith('', '_blank');
    expect(tab.opener).toBeNull();
  });

  it.each(['left', 'middle'])(
    'after its URL has expired, the original opens with a new URL: %s button',
    async (button) => {
      const { document, tab, person, link } = await openPage();
      fake.use(
        http.head('*/api/files/old', () => new HttpResponse(null, { status: 404 })),
        http.head('*/api/files/fresh', () => new HttpResponse()),
        http.get('*/api/documents/:id', () =>
          HttpResponse.json({
            status: 'success',
            data: { document: { ...document, file_url: urlOf('fresh') } },
          }),
        ),
      );
      await person.pointer({ target: link, keys: button === 'left' ? '[MouseLeft]' : '[MouseMiddle]' });
      await waitFor(() => expect(tab.location.replace).toHaveBeenCalledWith(urlOf('fresh')));
    },
  );

  it('an original that cannot be opened closes its tab and shows the reason', async () => {
    fake.use(http.head('*/api/files/old', () => new HttpResponse(null, { status: 503 })));
    const { tab, person, link } = await openPage();
    await person.click(link);
    const sentence = 'The original could not be opened: the server answered 503';
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(tab.close).toHaveBeenCalled();
    expect(tab.location.replace).not.toHaveBeenCalled();
  });

  it('when new tabs are blocked, the browser follows the link to the original', async () => {
    const { openTab, link } = await openPage();
    openTab.mockReturnValue(null);
    expect(fireEvent.click(link)).toBe(true);
  });
});

describe('document details', () => {
  it('a document is shown as pictures of its pages, with a link to the original', async () => {
    const document = aDocument({ comment: 'please call' });
    fake.state.documents.push(document);
    const { person } = open(`/documents/${document.id}`);
    const page = (number: number) => `${document.file_name}, page ${number} of 3`;
    expect(await screen.findByRole('img', { name: page(1) })).toHaveAttribute(
      'src',
      `${document.file_url}/pages/1?width=480`,
    );
    await person.click(screen.getByRole('button', { name: 'Next page' }));
    await person.click(screen.getByRole('button', { name: 'Zoom in' }));
    await person.click(screen.getByRole('button', { name: 'Rotate' }));
    expect(screen.getByRole('img', { name: page(2) })).toHaveStyle({
      transform: 'translate(-50%, -50%) rotate(90deg)',
    });
    screen.getByRole('group', { name: `Preview of ${document.file_name}` }).focus();
    await person.keyboard('{PageDown}0');
    expect(screen.getByText('3 of 3')).toBeVisible();
    expect(screen.getByText('100%')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('link', { name: 'Open original' })).toHaveAttribute('href', document.file_url);
    expect(screen.getByText('please call')).toBeVisible();
    expect(screen.getByText('178.03 KB')).toBeVisible();
    expect(screen.getByRole('link', { name: 'View token details' })).toHaveAttribute(
      'href',
      `/tokens/${document.token_id}`,
    );
  });

  describe('pages whose picture does not load', () => {
    const urlOf = (name: string) => `${window.location.origin}/api/files/${name}`;
    const nameOf = (number: number) => `a.pdf, page ${number} of 3`;
    const page = (number: number) => screen.findByRole('img', { name: nameOf(number) });
    const detailCalls = () => fake.calls.filter((call) => call.startsWith('GET /api/documents/')).length;
    /** Opens a document whose first page loads; `sign` makes the server return another signed URL from then on. */
    const openFirstPage = async () => {
      const document = aDocument({ file_name: 'a.pdf', file_url: urlOf('first') });
      fake.state.documents.push(document);
      const { person } = open(`/documents/${document.id}`);
      fireEvent.load(await page(1));
      const next = () => person.click(screen.getByRole('button', { name: 'Next page' }));
      const retry = () => person.click(screen.getByRole('button', { name: 'Retry' }));
      return { next, retry, sign: (name: string) => (document.file_url = urlOf(name)) };
    };
    const pagesReturn = (status: number) =>
      fake.use(http.get('*/api/files/:name/pages/:page', () => new HttpResponse(null, { status })));
    const showsPage = (number: number, url: string) =>
      waitFor(() =>
        expect(screen.getByRole('img', { name: nameOf(number) })).toHaveAttribute(
          'src',
          `${urlOf(url)}/pages/${number}?width=480`,
        ),
      );

    it('a signed URL is replaced each time that it has expired', async () => {
      const { next, sign } = await openFirstPage();
      sign('second');
      await next();
      fireEvent.error(await page(2));
      await showsPage(2, 'second');
      fireEvent.load(await page(2));
      sign('third');
      await next();
      fireEvent.error(await page(3));
      await showsPage(3, 'third');
      expect(screen.queryByText(/cannot be shown here/)).toBeNull();
      expect(fake.calls.filter((call) => /\/pages\/\d/.test(call))).toEqual([]);
    });

    it('a page that cannot be drawn shows a sentence, and no second new URL is requested', async () => {
      const { next, sign } = await openFirstPage();
      pagesReturn(422);
      sign('second');
      await next();
      fireEvent.error(await page(2));
      await showsPage(2, 'second');
      const before = detailCalls();
      fireEvent.error(await page(2));
      expect(await screen.findByText(/cannot be shown here/)).toBeVisible();
      expect(screen.getByRole('link', { name: 'open in a new tab' })).toHaveAttribute(
        'href',
        urlOf('second'),
      );
      expect(detailCalls()).toBe(before);
    });

    it.each([503, 200])(
      'a page that does not load with a valid signed URL offers a retry unless it cannot be drawn (status %d)',
      async (status) => {
        const { next, retry } = await openFirstPage();
        pagesReturn(status);
        await next();
        fireEvent.error(await page(2));
        expect(await screen.findByText('The document could not be fetched.')).toBeVisible();
        expect(screen.queryByText(/cannot be shown here/)).toBeNull();
        await retry();
        await showsPage(2, 'first');
      },
    );

    it('while a new signed URL is being requested, the page does not say that the document cannot be shown', async () => {
      const { next, sign } = await openFirstPage();
      let respond = () => {};
      const response = new Promise<void>((resolve) => (respond = resolve));
      fake.use(http.get('*/api/documents/:id', () => response.then(() => undefined)));
      sign('second');
      await next();
      fireEvent.error(await page(2));
      await waitFor(() => expect(screen.queryByText(/cannot be shown here/)).toBeNull());
      respond();
      await showsPage(2, 'second');
    });

    it('when the request for a new signed URL fails, a retry is offered, but no link to the expired URL', async () => {
      const { next, sign, retry } = await openFirstPage();
      fake.use(
        http.get('*/api/documents/:id', () => new HttpResponse(null, { status: 503 }), { once: true }),
      );
      await next();
      fireEvent.error(await page(2));
      expect(await screen.findByText('The document could not be fetched.')).toBeVisible();
      expect(screen.queryByText(/The original can still be opened/)).toBeNull();
      expect(screen.queryByRole('link', { name: /open/i })).toBeNull();
      sign('second');
      await retry();
      await showsPage(2, 'second');
    });

    it('the next page requests a new signed URL again when the last request for one failed', async () => {
      const { next, sign } = await openFirstPage();
      fake.use(
        http.get('*/api/documents/:id', () => new HttpResponse(null, { status: 503 }), { once: true }),
      );
      await next();
      fireEvent.error(await page(2));
      expect(await screen.findByText(messages.document.loadDetailsFailed)).toBeVisible();
      sign('second');
      await next();
      fireEvent.error(await page(3));
      await showsPage(3, 'second');
    });
  });

  it('a document without a safe copy shows a sentence and a link to the original', async () => {
    const document = aDocument();
    fake.state.documents.push(document);
    fake.use(
      http.get('*/api/files/:id/pages', () =>
        HttpResponse.json({ status: 'error', code: 'document_not_drawable', message: 'x' }, { status: 422 }),
      ),
    );
    open(`/documents/${document.id}`);
    expect(await screen.findByText(/cannot be shown here/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'open in a new tab' })).toBeVisible();
  });

  it('a file type without a preview shows a message', async () => {
    const document = aDocument({ file_type: 'application/zip' });
    fake.state.documents.push(document);
    open(`/documents/${document.id}`);
    expect(await screen.findByText(messages.document.noPreview)).toBeVisible();
  });

  it('the page of a missing document redirects to the list with a toast', async () => {
    const { address } = open('/documents/gone');
    await waitFor(() => expect(address()).toBe('/documents'));
    expect(await screen.findByText(messages.document.loadDetailsFailed)).toBeVisible();
  });

  it('a response without a document shows a message', async () => {
    fake.use(http.get('*/api/documents/:id', () => HttpResponse.json({ status: 'success', data: {} })));
    open('/documents/odd');
    expect(await screen.findByText(messages.document.invalidResponse)).toBeVisible();
  });
});

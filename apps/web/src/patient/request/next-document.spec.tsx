import { loadRequestCopy } from '@caredrop/patient-copy';
import { patientCopy } from '@caredrop/patient-copy/sync';
import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { proofHeaders, proofPlace, proofStorage } from '../check/patient-proof.js';
import { loadCopyPart } from '../copy-part.js';
import { english, renderWith } from '../testing/english.js';
import { requests } from '../testing/request.js';
import { leave } from './go-on.js';
import { NextDocument } from './next-document.js';

const copy = english.request;
const part = await loadCopyPart(loadRequestCopy, 'en');
const slow = { timeout: 10_000 };
const asked = jest.fn<(body: unknown, proof: string | null) => void>();
let replies: (() => Response)[];
const server = setupServer(
  http.post('*/api/links/request', async ({ request }) => {
    asked(await request.json(), request.headers.get('X-Patient-Proof'));
    return (replies.length > 1 ? replies.shift()! : replies[0]!)();
  }),
);
const found = (data: object) => () => HttpResponse.json({ status: 'success', data });
const unreachable = () => HttpResponse.error();
const left = jest.spyOn(leave, 'to').mockReturnValue(undefined);

beforeAll(() => server.listen());
afterAll(() => server.close());
beforeEach(() => {
  asked.mockClear();
  left.mockClear();
  proofStorage.removeItem(proofPlace);
});

function show(...responses: (() => Response)[]) {
  replies = responses;
  renderWith(
    <NextDocument part={part} token="link-token">
      The only one
    </NextDocument>,
  );
}

describe('the next document of a request', () => {
  it('the next document is shown with its name and position, and a button opens its link instead of this page', async () => {
    show(found(requests.firstSent));
    expect(screen.queryByText('The only one')).toBeNull();
    const heading = await screen.findByRole('heading', { name: /Next: document 2 of 3/ }, slow);
    expect(heading).toHaveTextContent('Referral letter');
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(left).toHaveBeenCalledWith('/upload?token=next-token');
    expect(asked).toHaveBeenCalledWith({ token: 'link-token' }, null);
  });

  it('the list shows what has arrived and what has not', async () => {
    show(found(requests.firstSent));
    const items = await screen.findAllByRole('listitem', undefined, slow);
    expect(items.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Insurance cardArrived 20 Nov 2026/),
      'Referral letterNot sent yet',
      'Photo of the rashNot sent yet',
    ]);
  });

  it('the request is fetched again while it still lists the link of the sent document as open', async () => {
    const early = { ...requests.firstSent, open: { token: 'link-token', position: 1, count: 3 } };
    show(found(early), found(requests.firstSent));
    await screen.findByRole('heading', { name: /document 2 of 3/ }, slow);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['without a response', unreachable],
    ['after an error', () => new HttpResponse(null, { status: 503 })],
  ])(
    '%s, the page says that it does not know what comes next, and tries again on request',
    async (_what, response) => {
      show(response, found(requests.firstSent));
      expect(await screen.findByText(copy.failed(), undefined, slow)).toBeVisible();
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
      expect(await screen.findByRole('heading', { name: /document 2 of 3/ }, slow)).toHaveFocus();
      expect(screen.queryByText(copy.failed())).toBeNull();
    },
  );

  it('when all documents have arrived, the page shows their number', async () => {
    show(found(requests.allSent));
    expect(await screen.findByText('All 3 documents have arrived.', undefined, slow)).toBeVisible();
    expect(screen.getByText(copy.done())).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('after a document was skipped, the page does not say that all have arrived', async () => {
    show(found(requests.lastSkipped));
    expect(await screen.findByText(copy.done(), undefined, slow)).toBeVisible();
    expect(screen.queryByText(/^All 3/)).toBeNull();
    expect(screen.getByText('Left out')).toBeVisible();
  });

  it('if the clinic has ended the request, the page does not say that nothing more is needed', async () => {
    show(found(requests.ended));
    expect(await screen.findByText(copy.ended(), undefined, slow)).toBeVisible();
    expect(screen.queryByText(copy.done())).toBeNull();
  });

  it('if there is another link for the rest of the request, the page does not say that nothing more is needed', async () => {
    show(found(requests.elsewhere));
    expect(await screen.findByText(copy.ended(), undefined, slow)).toBeVisible();
    expect(screen.queryByText('The only one')).toBeNull();
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('a link without a request shows the content for a single document', async () => {
    show(found(requests.none));
    expect(await screen.findByText('The only one', undefined, slow)).toBeVisible();
  });

  it('the names of documents keep their language and direction on a page in another language', async () => {
    replies = [found(requests.firstSent)];
    renderWith(<NextDocument part={part} token="link-token" />, patientCopy('ar'));
    const labels = await screen.findAllByText('Referral letter', undefined, slow);
    for (const label of labels) {
      expect(label).toHaveAttribute('lang', 'en');
      expect(label).toHaveAttribute('dir', 'ltr');
    }
  });

  it('a passed patient check is carried over to the next link', async () => {
    proofStorage.setItem(
      proofPlace,
      JSON.stringify({ 'X-Patient-Browser': 'browser', 'X-Patient-Proof': 'old' }),
    );
    show(found({ ...requests.firstSent, open: { ...requests.firstSent.open, proof: 'new' } }));
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }, slow));
    expect(asked).toHaveBeenCalledWith({ token: 'link-token' }, 'old');
    expect(proofHeaders()).toEqual({ 'X-Patient-Browser': 'browser', 'X-Patient-Proof': 'new' });
  });

  it('before the patient check is passed, the next link opens and no document names are shown', async () => {
    show(found(requests.unproven));
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }, slow));
    expect(screen.getByRole('heading')).toHaveTextContent(/^Next: document 2 of 3$/);
    expect(screen.queryByRole('list')).toBeNull();
    expect(proofHeaders()).toBeNull();
    await waitFor(() => expect(left).toHaveBeenCalled());
  });
});

import { loadRequestCopy } from '@caredrop/patient-copy';
import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { loadCopyPart } from '../copy-part.js';
import { english, renderWith } from '../testing/english.js';
import { requests } from '../testing/request.js';
import { leave } from './go-on.js';
import { SkipDocument } from './skip-document.js';

const { leave: words, skip } = english.request;
const part = await loadCopyPart(loadRequestCopy, 'en');
const slow = { timeout: 10_000 };
const asked = jest.fn<(body: unknown) => void>();
let respond: () => Response | Promise<Response>;
const server = setupServer(
  http.post('*/api/links/skip', async ({ request }) => {
    asked(await request.json());
    return respond();
  }),
);
const skipped = (data: object) => () => HttpResponse.json({ status: 'success', data });
const to = jest.spyOn(leave, 'to').mockReturnValue(undefined);
const reload = jest.spyOn(leave, 'reload').mockReturnValue(undefined);

beforeAll(() => server.listen());
afterAll(() => server.close());
beforeEach(() => {
  for (const mock of [asked, to, reload]) mock.mockClear();
});

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }, slow));

async function skipWith(response: typeof respond) {
  respond = response;
  renderWith(<SkipDocument part={part} token="link-token" />);
  await press(skip());
  await press(words.confirm());
}

describe('skipping a document', () => {
  it('nothing is skipped before the patient confirms it', async () => {
    renderWith(<SkipDocument part={part} token="link-token" />);
    await press(skip());
    expect(screen.getByRole('dialog', { name: words.heading() })).toHaveAccessibleDescription(words.text());
    await press(words.back());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: skip() })).toHaveFocus();
    expect(asked).not.toHaveBeenCalled();
  });

  it('the next link opens after the document is skipped', async () => {
    await skipWith(skipped(requests.firstSent));
    await waitFor(() => expect(to).toHaveBeenCalledWith('/upload?token=next-token'), slow);
    expect(asked).toHaveBeenCalledWith({ token: 'link-token' });
  });

  it('the dialog cannot be closed while the request to skip runs', async () => {
    const response = Promise.withResolvers<Response>();
    await skipWith(() => response.promise);
    const back = screen.getByRole('button', { name: words.back() });
    expect(back).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(back);
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: words.wait() })).toBeVisible();
    response.resolve(HttpResponse.error());
    expect(await screen.findByText(words.failed(), undefined, slow)).toBeVisible();
    await press(words.back());
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(to).not.toHaveBeenCalled();
  });

  it('without a next link the page is reloaded, to show how the request has ended', async () => {
    await skipWith(skipped(requests.lastSkipped));
    await waitFor(() => expect(reload).toHaveBeenCalled(), slow);
    expect(to).not.toHaveBeenCalled();
  });

  it('the page is reloaded if the link has ended in the meantime', async () => {
    await skipWith(() => HttpResponse.json({ status: 'fail', code: 'link_revoked' }, { status: 410 }));
    await waitFor(() => expect(reload).toHaveBeenCalled(), slow);
  });

  it.each([
    ['without a response', () => HttpResponse.error()],
    ['after an error', () => new HttpResponse(null, { status: 503 })],
  ])('%s, the dialog stays and can be confirmed again', async (_what, response) => {
    await skipWith(response);
    expect(await screen.findByText(words.failed(), undefined, slow)).toBeVisible();
    respond = skipped(requests.firstSent);
    await press(words.confirm());
    await waitFor(() => expect(to).toHaveBeenCalled(), slow);
    expect(reload).not.toHaveBeenCalled();
  });
});

import { validateLink } from './validate-link.js';

const link = (patientRefId: string) => {
  const body = { status: 'success', data: { patientRefId, expiresAt: null } };
  return { status: 200, text: () => Promise.resolve(JSON.stringify(body)) } as Response;
};
const askEarly = (token: string, response: Promise<Response>) => {
  response.catch(() => undefined);
  window.linkPrefetch = { token, response, controller: new AbortController() };
};
const check = (token: string) => validateLink(token, new AbortController().signal);

describe('the prefetched link check', () => {
  const asked: string[] = [];
  const { fetch } = window;

  beforeEach(() => {
    asked.length = 0;
    window.fetch = (url) => {
      asked.push((url as string).split('/').at(-1) ?? '');
      return Promise.resolve(link('later'));
    };
  });
  afterEach(() => {
    window.fetch = fetch;
    delete window.linkPrefetch;
  });

  it('a prefetched link check is used instead of a new request', async () => {
    askEarly('abc', Promise.resolve(link('early')));
    expect(await check('abc')).toMatchObject({ kind: 'accepted', link: { patientRefId: 'early' } });
    expect(asked).toEqual([]);
  });

  it('a prefetched result is used only once', async () => {
    askEarly('abc', Promise.resolve(link('early')));
    await check('abc');
    expect(await check('abc')).toMatchObject({ link: { patientRefId: 'later' } });
    expect(asked).toEqual(['abc']);
  });

  it('a prefetched result is not used for another link', async () => {
    askEarly('abc', Promise.resolve(link('early')));
    expect(await check('def')).toMatchObject({ link: { patientRefId: 'later' } });
    expect(asked).toEqual(['def']);
  });

  it('a link check is sent again after a failed prefetch', async () => {
    askEarly('abc', Promise.reject(new Error('no network')));
    expect(await check('abc')).toMatchObject({ link: { patientRefId: 'later' } });
    expect(asked).toEqual(['abc']);
  });

  it('leaving the page aborts the prefetch', async () => {
    let given = false;
    askEarly('abc', new Promise(() => undefined));
    window.linkPrefetch?.controller.signal.addEventListener('abort', () => (given = true));
    const page = new AbortController();
    void validateLink('abc', page.signal);
    page.abort();
    expect(given).toBe(true);
  });
});

import { isCrossSite } from './same-origin.js';

const ours = ['https://drop.clinic.example', 'https://old.clinic.example'];
const host = 'drop.clinic.example';

describe('a request that would change something', () => {
  it.each([
    ['another site', { origin: 'https://evil.example', host }],
    ['a neighbour of ours', { origin: 'https://blog.clinic.example', host }],
    ['the same name without TLS, behind a proxy with TLS', { origin: 'http://old.clinic.example', host }],
    ['a sandboxed frame', { origin: 'null', host, 'sec-fetch-site': 'cross-site' }],
    ['somebody who hides where from', { origin: 'null', host }],
    ['nonsense', { origin: 'drop.clinic.example', host }],
    ['another site, by a browser that names no origin', { host, 'sec-fetch-site': 'cross-site' }],
    ['a neighbour, by a browser that names no origin', { host, 'sec-fetch-site': 'same-site' }],
    ['another site to a name we do not know', { origin: 'https://evil.example' }],
  ])('is refused from %s', (_what, headers) => {
    expect(isCrossSite('POST', headers, ours)).toBe(true);
  });

  it.each([
    ['our own page', { origin: 'https://drop.clinic.example', host }],
    ['another address of ours', { origin: 'https://old.clinic.example', host }],
    ['a page under the very name it calls', { origin: 'http://10.0.0.5:8080', host: '10.0.0.5:8080' }],
    ['a form of ours that hides its origin', { origin: 'null', host, 'sec-fetch-site': 'same-origin' }],
    ['a program, which names none', { host }],
    ['an address typed by hand', { host, 'sec-fetch-site': 'none' }],
  ])('is served from %s', (_what, headers) => {
    expect(isCrossSite('DELETE', headers, ours)).toBe(false);
  });

  it('is no look: those are served from everywhere', () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect(isCrossSite(method, { origin: 'https://evil.example', host }, ours)).toBe(false);
  });
});

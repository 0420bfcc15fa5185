import { isCrossSite } from './same-origin.js';

const ours = ['https://drop.clinic.example', 'https://old.clinic.example'];
const host = 'drop.clinic.example';

describe('the cross-site check', () => {
  it.each([
    ['another site', { origin: 'https://evil.example', host }],
    ['a sibling subdomain', { origin: 'https://blog.clinic.example', host }],
    ['another allowed host, but without TLS', { origin: 'http://old.clinic.example', host }],
    ['the host that it calls, but without TLS', { origin: 'http://drop.clinic.example', host }],
    [
      'the host that it calls, but without TLS, in a browser that reports another site',
      { origin: 'http://drop.clinic.example', host, 'sec-fetch-site': 'cross-site' },
    ],
    ['a sandboxed frame', { origin: 'null', host, 'sec-fetch-site': 'cross-site' }],
    ['a page that hides its origin', { origin: 'null', host }],
    ['an origin that is not a URL', { origin: 'drop.clinic.example', host }],
    ['another site, in a browser that sends no Origin', { host, 'sec-fetch-site': 'cross-site' }],
    ['a sibling subdomain, in a browser that sends no Origin', { host, 'sec-fetch-site': 'same-site' }],
    ['another site, in a request without a Host', { origin: 'https://evil.example' }],
  ])('a POST from %s counts as cross-site', (_what, headers) => {
    expect(isCrossSite('POST', headers, ours)).toBe(true);
  });

  it.each([
    ['the main origin', { origin: 'https://drop.clinic.example', host }],
    ['another allowed origin', { origin: 'https://old.clinic.example', host }],
    ['a page on the host that it calls', { origin: 'http://10.0.0.5:8080', host: '10.0.0.5:8080' }],
    ['a same-origin form that hides its origin', { origin: 'null', host, 'sec-fetch-site': 'same-origin' }],
    ['a program that sends no Origin', { host }],
    ['an address typed into the browser', { host, 'sec-fetch-site': 'none' }],
  ])('a DELETE from %s does not count as cross-site', (_what, headers) => {
    expect(isCrossSite('DELETE', headers, ours)).toBe(false);
  });

  it('GET, HEAD and OPTIONS never count as cross-site', () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect(isCrossSite(method, { origin: 'https://evil.example', host }, ours)).toBe(false);
  });
});

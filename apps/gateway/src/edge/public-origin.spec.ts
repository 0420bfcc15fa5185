import { publicOrigin } from './public-origin.js';

const embedded = { publicOrigin: 'http://localhost:8080', allowed: [] };
const hosted = { publicOrigin: 'https://docs.clinic.example', allowed: ['https://old.clinic.example'] };

describe('the public origin', () => {
  it.each([
    ['localhost:8080', 'http://localhost:8080'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['127.0.0.1:5173', 'http://127.0.0.1:5173'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['evil.example', 'http://localhost:8080'],
    ['localhost.evil.example', 'http://localhost:8080'],
    [undefined, 'http://localhost:8080'],
  ])('on a single machine, the public origin for the Host %s is %s', (host, expected) => {
    expect(publicOrigin('http', host, embedded)).toBe(expected);
  });

  it.each([
    ['docs.clinic.example', 'https://docs.clinic.example'],
    ['OLD.clinic.example', 'https://old.clinic.example'],
    ['localhost:8080', 'https://docs.clinic.example'],
    ['evil.example', 'https://docs.clinic.example'],
  ])('in a hosted system, the public origin for the Host %s is %s', (host, expected) => {
    expect(publicOrigin('https', host, hosted)).toBe(expected);
  });
});

import { deviceOf, UNKNOWN_DEVICE } from './device.js';

const chrome = (system: string, rest = '') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36${rest}`;

describe('the device name from a User-Agent header', () => {
  it.each([
    [chrome('Windows NT 10.0; Win64; x64'), 'Chrome on Windows'],
    [chrome('Windows NT 10.0; Win64; x64', ' Edg/141.0.0.0'), 'Microsoft Edge on Windows'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0',
      'Firefox on Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
  ])('%s is shown as %s', (header, words) => {
    expect(deviceOf(header)).toBe(words);
  });

  it.each([undefined, null, '', '  ', 'curl/8.0', 'Canary-Browser/1.0', 'x<script>/1', '\0'])(
    '%j is shown as an unknown device',
    (header) => {
      expect(deviceOf(header)).toBe(UNKNOWN_DEVICE);
    },
  );

  it('a browser update does not change the device name', () => {
    expect(deviceOf(chrome('X11; Linux x86_64').replace('141', '160'))).toBe('Chrome on Linux');
  });
});

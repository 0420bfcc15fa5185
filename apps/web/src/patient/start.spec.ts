import { readFileSync } from 'node:fs';
import path from 'node:path';
import { jest } from '@jest/globals';
import { fillPlaceholders } from '../../vite/fill-placeholders.js';
import { english } from './testing/english.js';

const read = (name: string) => readFileSync(path.join(import.meta.dirname, name), 'utf8');
const written = new DOMParser().parseFromString(
  fillPlaceholders(read('../../upload.html'), english),
  'text/html',
);
const starting = () => document.getElementById('starting');
const list = () => document.querySelector<HTMLElement>('nav.language')!;

beforeAll(() => {
  const script = document.createElement('script');
  script.textContent = read('start.js');
  document.head.append(script);
});

beforeEach(() => {
  jest.useFakeTimers();
  document.body.innerHTML = written.body.innerHTML;
  // As the gateway does for a clinic with several languages.
  list().hidden = false;
});

afterEach(() => {
  jest.useRealTimers();
  delete window.pageStart;
});

/** @param query what the address contains: the page's script removes the link */
async function threeSecondsAfterLoading(query = ''): Promise<void> {
  window.history.replaceState(null, '', `/upload${query}`);
  window.dispatchEvent(new Event('load'));
  await jest.advanceTimersByTimeAsync(3000);
}

describe('a page that has not started three seconds after loading', () => {
  it('a page whose language is still loading shows no error and keeps the list of languages', async () => {
    window.pageStart = new Promise(() => undefined);
    await threeSecondsAfterLoading();
    expect(starting()).toHaveTextContent(english.link.validating());
    expect(starting()).not.toHaveAttribute('role');
    expect(list()).toBeVisible();
  });

  it('a page whose language cannot be loaded says that it could not start', async () => {
    window.pageStart = Promise.reject(new Error('no connection'));
    await threeSecondsAfterLoading();
    expect(starting()).toHaveTextContent(english.notStarted.heading());
    expect(starting()).toHaveAttribute('role', 'alert');
  });

  it.each(['?token=abc', '?Token=abc', '?a=1&amp;token=abc'])(
    'a page at %s whose script has not run shows the form that needs no script, without the list of languages',
    async (query) => {
      await threeSecondsAfterLoading(query);
      expect(document.body).toHaveTextContent(english.plain.wait());
      expect(starting()).toBeNull();
      expect(list()).not.toBeVisible();
    },
  );

  it('a page whose script has not run says that it could not start if the address contains no link', async () => {
    await threeSecondsAfterLoading();
    expect(starting()).toHaveAttribute('role', 'alert');
  });
});

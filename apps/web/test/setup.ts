import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach } from '@jest/globals';
import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { forgetDrafts } from '../src/shared/lib/drafts.js';

// A generous timeout, because the machine may be busy.
configure({ asyncUtilTimeout: 20_000 });

/** Browser features that Mantine needs and jsdom lacks. */
window.matchMedia = (media: string) =>
  ({
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  }) as MediaQueryList;
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Object.defineProperty(document, 'fonts', { value: new EventTarget() });
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  forgetDrafts();
  notifications.clean();
  notifications.cleanQueue();
});

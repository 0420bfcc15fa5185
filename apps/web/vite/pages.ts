import { fileURLToPath } from 'node:url';
import type { BuildEnvironmentOptions } from 'vite';

export const page = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));

/** Shared by both builds. */
export const build: BuildEnvironmentOptions = {
  target: ['es2022', 'safari15', 'chrome100', 'firefox102'],
  modulePreload: { polyfill: false },
  // The content security policy does not allow scripts and fonts in data: URLs.
  assetsInlineLimit: 0,
};

/** Icons come from a barrel of 6,000 modules: this reads only those in use, which takes a third of the time. */
export const experimental = { lazyBarrel: true };

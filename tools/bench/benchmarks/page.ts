import path from 'node:path';
import { chromium as playwright, type Browser, type Page } from '@playwright/test';
import { chromium } from '../../test/machine.ts';
import { atMost, type Measurement } from '../metrics/metric.ts';
import { times, type Options, type Benchmark } from '../benchmark.ts';

/** Lighthouse's slow 4G (150 ms round trip, 1.6 Mbit/s), with its factors for throttling in the browser. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8,
  uploadThroughput: (750 * 1024 * 0.9) / 8,
};
const CPU_SLOWER = 4;
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};
/** How long the page is observed after loading, ms. */
const WATCHED = 3_000;

interface Seen {
  lcp: number;
  fcp: number;
  tbt: number;
  cls: number;
  kilobytes: number;
}

export const page: Benchmark = {
  name: 'page',
  about: "the patient's page on a mid-range phone (4 times CPU slowdown) over slow 4G, nothing cached",
  measure: async (harness, { short }: Options) => {
    const root = process.getuid?.() === 0;
    const browser = await playwright.launch({
      executablePath: chromium(),
      args: root ? ['--no-sandbox'] : [],
    });
    try {
      const [link] = await harness.links(1);
      const url = `${harness.url}/upload?token=${link?.value ?? ''}`;
      await visit(browser, url);
      return metrics(await times(short ? 1 : 5, () => visit(browser, url)));
    } finally {
      await browser.close();
    }
  },
};

function metrics(seen: Seen[]): Measurement[] {
  const of = (name: keyof Seen): number[] => seen.map((one) => one[name]);
  const note =
    "throttled by the browser with Lighthouse's settings; total blocking time is counted until 3 s after load";
  return [
    { what: 'largest contentful paint', unit: 'ms', product: of('lcp'), goals: [atMost(2_000)], note },
    { what: 'first contentful paint', unit: 'ms', product: of('fcp') },
    { what: 'total blocking time', unit: 'ms', product: of('tbt') },
    { what: 'cumulative layout shift', unit: '', product: of('cls') },
    { what: 'total transferred', unit: 'kB', product: of('kilobytes') },
  ];
}

async function visit(browser: Browser, url: string): Promise<Seen> {
  const context = await browser.newContext(PHONE);
  try {
    const opened = await context.newPage();
    const transferred = await slow(opened);
    await opened.addInitScript({ path: path.join(import.meta.dirname, 'watch-page.js') });
    await opened.goto(url, { waitUntil: 'load' });
    await opened.getByRole('heading', { level: 1 }).waitFor();
    await opened.waitForTimeout(WATCHED);
    const seen = await opened.evaluate<Omit<Seen, 'kilobytes'>>('seen');
    return { ...seen, kilobytes: transferred() / 1000 };
  } finally {
    await context.close();
  }
}

/** Throttles the page; returns a function that returns the bytes transferred so far. */
async function slow(opened: Page): Promise<() => number> {
  const session = await opened.context().newCDPSession(opened);
  let bytes = 0;
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER });
  return () => bytes;
}

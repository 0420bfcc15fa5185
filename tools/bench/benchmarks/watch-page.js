// Runs in the page before any other script: records Lighthouse's metrics in `seen`.
globalThis.seen = { lcp: 0, fcp: 0, tbt: 0, cls: 0 };

/** Tasks up to this long do not block (ms). */
const SHORT_TASK = 50;

function observe(type, on) {
  new PerformanceObserver((list) => list.getEntries().forEach(on)).observe({ type, buffered: true });
}

observe('largest-contentful-paint', ({ startTime }) => {
  seen.lcp = startTime;
});
observe('paint', ({ name, startTime }) => {
  if (name === 'first-contentful-paint') seen.fcp = startTime;
});
observe('longtask', ({ startTime, duration }) => {
  if (seen.fcp > 0 && startTime > seen.fcp) seen.tbt += duration - SHORT_TASK;
});
observe('layout-shift', ({ value, hadRecentInput }) => {
  if (!hadRecentInput) seen.cls += value;
});

import { limits, statisticsWaits, type StatisticsResponse, type StatisticsWait } from '@caredrop/contracts';

/** The number of links for which a wait took this long. */
export interface WaitedLinks {
  wait: StatisticsWait;
  seconds: number;
  links: number;
}

/**
 * The median and the 90th percentile of each wait. Rounding keeps the order, so that these are the rounded percentiles of
 * the exact times. Waits of fewer than {@link limits.smallCell} links are left out.
 */
export function percentilesOf(waited: WaitedLinks[]): StatisticsResponse['waits'] {
  return statisticsWaits.flatMap((wait) => {
    const times = waited.filter((row) => row.wait === wait).sort((one, other) => one.seconds - other.seconds);
    const links = times.reduce((sum, row) => sum + row.links, 0);
    if (links < limits.smallCell) return [];
    return { wait, links, half: percentile(times, links * 0.5), nine_tenths: percentile(times, links * 0.9) };
  });
}

/** The shortest time that at least `wanted` links did not exceed. */
function percentile(times: WaitedLinks[], wanted: number): number {
  let reached = 0;
  for (const { seconds, links } of times) {
    reached += links;
    if (reached >= wanted) return seconds;
  }
  throw new Error('fewer links than counted');
}

import type { DeliveryLog } from '../checks/delivery-log.ts';
import type { RoundResult } from './run-round.ts';

export interface Report {
  seed: number;
  races: number;
  rounds: RoundResult[];
  /** How often each fault struck; missed ones are left out. */
  faults: Record<string, number>;
  missed: string[];
  mailedTwice: number;
  losses: string[];
}

export function reportOf(
  { seed, races = 0 }: { seed: number; races?: number },
  rounds: RoundResult[],
  mails: DeliveryLog,
  atTheEnd: string[],
): Report {
  const faults: Record<string, number> = {};
  const injected = rounds.flatMap((round) => round.faults);
  for (const { name, missed } of injected) if (!missed) faults[name] = (faults[name] ?? 0) + 1;
  return {
    seed,
    races,
    rounds,
    faults,
    missed: injected.filter(({ missed }) => missed).map(({ name }) => name),
    mailedTwice: mails.repeated.length,
    losses: [
      ...rounds.flatMap(({ round, losses }) => losses.map((loss) => `round ${String(round)}: ${loss}`)),
      ...atTheEnd,
    ],
  };
}

export function lineOf({ round, faults, links, acknowledged, tries, seconds, losses }: RoundResult): string {
  const what = faults.map(({ name, missed }) => (missed ? `${name} (not injected)` : name)).join(' + ');
  const sums = `${String(links)} links, ${String(acknowledged)} acknowledged in ${String(tries)} tries`;
  const verdict = losses.length === 0 ? 'ok' : `${String(losses.length)} LOSSES`;
  const lines = [
    `${String(round).padStart(4)}  ${what.padEnd(44)}  ${sums}, ${seconds.toFixed(1)} s  ${verdict}`,
  ];
  return [...lines, ...losses.map((loss) => `        ${loss}`)].join('\n');
}

export function summary({ seed, races, rounds, faults, missed, mailedTwice, losses }: Report): string {
  const sum = (key: 'links' | 'acknowledged' | 'tries'): string =>
    String(rounds.reduce((total, round) => total + round[key], 0));
  const struck = Object.values(faults).reduce((total, number) => total + number, 0);
  return [
    '',
    `${String(rounds.length)} rounds with seed ${String(seed)}, ${String(races)} claim races`,
    `${String(struck)} faults injected (${String(Object.keys(faults).length)} kinds), ${String(missed.length)} not injected`,
    `${sum('links')} links, ${sum('acknowledged')} documents acknowledged in ${sum('tries')} tries`,
    `${String(mailedTwice)} emails arrived more than once under one Message-ID (allowed if the mail server's response was lost)`,
    `${String(losses.length)} losses`,
    ...losses.map((loss) => `  ${loss}`),
  ].join('\n');
}

import { stepNames, type StepName } from '../proxies/steps.ts';
import type { Fault } from './fault.ts';
import type { Random } from '@caredrop/testing/fuzz';

const services = ['gateway', 'auth', 'token', 'document', 'notification'];
const backing = ['postgres', 'rabbitmq', 'store', 'scanner', 'smtp', 'twilio'];

/** The main steps of an upload; each part is killed at each of them. */
const named: StepName[] = [
  'before claim',
  'after claim',
  'mid-body',
  'after store',
  'after commit',
  'after publish',
];

/** The worst of each kind: what a short run must include. */
const core: Fault[] = [
  { action: 'freeze long', part: 'document', step: 'after confirm' },
  { action: 'cut', step: 'after commit' },
  { action: 'kill', part: 'document', step: 'after commit' },
  { action: 'kill', part: 'notification', step: 'after mail' },
  { action: 'kill', part: 'document', step: 'after store' },
  { action: 'kill', part: 'token', step: 'after claim' },
  { action: 'reorder' },
  { action: 'kill', part: 'document', step: 'mid-body' },
  { action: 'kill', part: 'postgres', step: 'before commit' },
  { action: 'kill', part: 'gateway', step: 'before response' },
  { action: 'kill', part: 'rabbitmq', step: 'after commit' },
  { action: 'delay long', step: 'renewal' },
  { action: 'kill', part: 'store', step: 'before store' },
  { action: 'cut', step: 'after confirm' },
  { action: 'kill', part: 'scanner', step: 'scan' },
  { action: 'kill', part: 'smtp', step: 'after mail' },
  { action: 'delay long', step: 'before confirm' },
  { action: 'kill', part: 'auth', step: 'mid-body' },
  { action: 'kill', part: 'twilio', step: 'text' },
];

/** The audit service is off the request path: it must catch up after its faults. */
const audit: Fault[] = [
  ...named.map((step): Fault => ({ action: 'kill', part: 'audit', step })),
  { action: 'freeze long', part: 'audit', step: 'after commit' },
  { action: 'restart', part: 'audit', step: 'after store' },
];

/** The faults that follow the core, each once, except those of the audit service. A few are also in the core. */
function allFaults(): Fault[] {
  const parts = [...services, ...backing];
  const kills = parts.flatMap((part) => named.map((step): Fault => ({ action: 'kill', part, step })));
  const mails = ['before mail', 'after mail', 'text'] as const;
  const senders = ['notification', 'smtp', 'twilio', 'auth', 'postgres'];
  const late = senders.flatMap((part) => mails.map((step): Fault => ({ action: 'kill', part, step })));
  const confirms = (['before confirm', 'after confirm', 'before commit', 'before response'] as const).flatMap(
    (step) => services.map((part): Fault => ({ action: 'kill', part, step })),
  );
  const freezes = parts.flatMap((part) =>
    (['after claim', 'after commit'] as const).map((step): Fault => ({ action: 'freeze', part, step })),
  );
  const long = ['document', 'token', 'gateway'].flatMap((part) =>
    (['mid-body', 'before store', 'after confirm', 'before commit'] as const).map((step): Fault => ({
      action: 'freeze long',
      part,
      step,
    })),
  );
  const restarts = parts.flatMap((part) =>
    (['mid-body', 'after store'] as const).map((step): Fault => ({ action: 'restart', part, step })),
  );
  const connectionFaults = stepNames.flatMap((step): Fault[] => [
    { action: 'cut', step },
    { action: 'delay', step },
    { action: 'delay long', step },
  ]);
  return [
    ...kills,
    ...late,
    ...confirms,
    ...freezes,
    ...long,
    ...restarts,
    ...connectionFaults,
    { action: 'reorder' },
  ];
}

/** Number of rounds between the core and the faults of the audit service. */
const BEFORE_AUDIT = 80;

/**
 * The faults of each round: the core, then all others in an order derived from the seed, with those of the audit
 * service among them, then random pairs.
 */
export function planFaults(rounds: number, random: Random): Fault[][] {
  const known = new Set(core.map((fault) => JSON.stringify(fault)));
  const others = random.shuffled(allFaults().filter((fault) => !known.has(JSON.stringify(fault))));
  // Every fourth of these rounds has two faults at once.
  const later = others.map((fault, index) =>
    index % 4 === 3 ? [fault, random.pick(others.filter((other) => other !== fault))] : [fault],
  );
  const alone = (faults: Fault[]): Fault[][] => faults.map((fault) => [fault]);
  const planned = [
    ...alone(core),
    ...later.slice(0, BEFORE_AUDIT),
    ...alone(audit),
    ...later.slice(BEFORE_AUDIT),
  ];
  while (planned.length < rounds) planned.push(random.shuffled(others).slice(0, 2));
  return planned.slice(0, rounds);
}

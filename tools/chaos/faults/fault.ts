import type { StepName } from '../wires/steps.ts';

/** Applied to a process. */
export type Blow = 'kill' | 'restart' | 'freeze' | 'freeze long';
/** Applied to a connection. */
export type Jam = 'cut' | 'delay' | 'delay long';

/** One part that is broken at one step. */
export type Fault =
  | { action: Blow; part: string; step: StepName }
  | { action: Jam; step: StepName }
  /** Events reach their consumers in reverse order, each five times. */
  | { action: 'reorder' };

export function nameOf(fault: Fault): string {
  if (fault.action === 'reorder') return 'events last first, five times each';
  return 'part' in fault ? `${fault.action} ${fault.part}, ${fault.step}` : `${fault.action}, ${fault.step}`;
}

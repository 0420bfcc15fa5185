import type { StepName } from '../proxies/steps.ts';

/** Applied to a process. */
type ProcessFault = 'kill' | 'restart' | 'freeze' | 'freeze long';
/** Applied to a connection. */
type ConnectionFault = 'cut' | 'delay' | 'delay long';

/** One part that is broken at one step. */
export type Fault =
  | { action: ProcessFault; part: string; step: StepName }
  | { action: ConnectionFault; step: StepName }
  /** Events reach token and notification in reverse order, five times each. */
  | { action: 'reorder' };

export function nameOf(fault: Fault): string {
  if (fault.action === 'reorder') return 'events in reverse order, five times each';
  return 'part' in fault ? `${fault.action} ${fault.part}, ${fault.step}` : `${fault.action}, ${fault.step}`;
}

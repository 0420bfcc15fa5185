import type { PatientCopy } from '@caredrop/patient-copy';

/** Percentage that the bar shows until the response arrives; at most 95. */
export function heldPercent(loaded: number, total: number): number {
  return total > 0 ? Math.min(95, Math.floor((loaded / total) * 100)) : 0;
}

/** The text for screen readers, which changes only at each quarter; empty once the bar is full. */
export function spokenProgress(copy: PatientCopy, percent: number): string {
  if (percent >= 100) return '';
  const quarter = Math.floor(percent / 25) * 25;
  return quarter === 0 ? copy.sending.started() : copy.sending.spokenProgress({ percent: quarter });
}

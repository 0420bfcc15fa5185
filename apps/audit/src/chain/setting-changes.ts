import type { SettingMarks } from '@caredrop/contracts';

/**
 * Names of the settings that were added, removed or changed; empty when there is no earlier start to compare
 * with.
 */
export function settingChanges(before: SettingMarks | null, after: SettingMarks): string[] {
  if (!before) return [];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort();
}

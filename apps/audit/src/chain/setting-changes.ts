import type { SettingMarks } from '@caredrop/contracts';

/** Names of the settings that are new, removed or changed; none without a start to compare with. */
export function settingChanges(before: SettingMarks | null, after: SettingMarks): string[] {
  if (!before) return [];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort();
}

import { limits, type StatisticsGroup, type StatisticsGrouping } from '@caredrop/contracts';
import { fullName } from '../../shared/lib/format.js';
import { languageName } from '../../shared/lib/language-name.js';
import { copy } from './copy.js';

const DAY = 86_400;
const HOUR = 3_600;

/** '20 minutes', '3 hours' or '2 days'; expects seconds that the API has rounded. */
export function withinWords(seconds: number): string {
  if (seconds < HOUR) return copy.minutes(seconds / 60);
  return seconds < 2 * DAY ? copy.hours(seconds / HOUR) : copy.days(seconds / DAY);
}

/** '45 %'; blank if `whole` is 0. */
export const share = (part: number, whole: number): string =>
  whole === 0 ? '' : `${Math.round((100 * part) / whole)} %`;

/** A group's name in words. */
export function groupName(
  { key, user, template }: Pick<StatisticsGroup, 'key' | 'user' | 'template'>,
  by: StatisticsGrouping,
): string {
  if (by === 'clinician') return user ? fullName(user) : copy.groups.unknown;
  if (by === 'template') return template ?? copy.groups.noTemplate;
  if (by === 'reminders') return copy.groups.reminders(key ?? '0');
  if (by === 'channel') return copy.groups.channels[key ?? ''] ?? '';
  return key === null ? copy.groups.noLanguage : languageName(key);
}

const isDay = (day: string) => day === '' || day >= '2000-01-01';

/** Whether the API accepts these days; a blank day stands for its default. */
export function isPeriod(from: string, to: string): boolean {
  if (!isDay(from) || !isDay(to)) return false;
  const last = to === '' ? Date.now() : Date.parse(to);
  const days = from === '' ? 1 : Math.floor((last - Date.parse(from)) / (DAY * 1_000)) + 1;
  // The clinic's date may be a day ahead of the UTC date.
  return days >= (to === '' ? 0 : 1) && days <= limits.statisticsDaysMax;
}

import { startOfDay } from './utc-day.js';

/** Matches the texts of this day that count towards its limits: a rejected or lost text does not, one in doubt does. */
export const countedToday = (now: Date) => ({
  createdAt: { gte: startOfDay(now) },
  state: { notIn: ['refused', 'lost'] },
});

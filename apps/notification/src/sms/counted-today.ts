import { startOfDay } from './utc-day.js';

/** The texts of this day that count for its limits: a rejected text costs nothing, one in doubt counts. */
export const countedToday = (now: Date) => ({
  createdAt: { gte: startOfDay(now) },
  state: { notIn: ['refused', 'lost'] },
});

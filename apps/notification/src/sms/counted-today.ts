import { startOfLimitDay } from '@caredrop/contracts';

/** Matches the texts of this day that count towards its limits: a rejected or lost text does not, one in doubt does. */
export const countedToday = (now: Date) => ({
  createdAt: { gte: startOfLimitDay(now) },
  state: { notIn: ['refused', 'lost'] },
});

import { startOfLimitDay } from '@caredrop/contracts';

const DAY_MS = 86_400_000;

/** Whole seconds until the limits restart; at least 1. */
export const secondsToNextDay = (now: Date): number =>
  Math.max(1, Math.ceil((startOfLimitDay(now).getTime() + DAY_MS - now.getTime()) / 1000));

const DAY_MS = 86_400_000;

/** The daily limits on texts restart at midnight UTC. */
export const startOfDay = (now: Date): Date => new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);

/** Whole seconds until the limits restart; at least 1. */
export const secondsToNextDay = (now: Date): number =>
  Math.max(1, Math.ceil((startOfDay(now).getTime() + DAY_MS - now.getTime()) / 1000));

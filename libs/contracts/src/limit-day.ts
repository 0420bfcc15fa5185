const DAY_MS = 86_400_000;

/** When the current day of the daily limits of texts and emails began: at midnight UTC. */
export const startOfLimitDay = (now: Date): Date => new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);

/** Whether `time` is on a later day of those limits than `now`. */
export const isOnLaterLimitDay = (time: Date, now: Date): boolean =>
  startOfLimitDay(time) > startOfLimitDay(now);

const DAY_MS = 86_400_000;

/** When the current day for the daily limits on texts and emails began: at midnight UTC. */
export const startOfLimitDay = (now: Date): Date => new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);

/** Whether `time` is on a later such day than `now`. */
export const isOnLaterLimitDay = (time: Date, now: Date): boolean =>
  startOfLimitDay(time) > startOfLimitDay(now);

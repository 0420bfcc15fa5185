/** Whether `time` is on a later day than `now`. The days of the daily limits of texts and emails begin at midnight UTC. */
export const isOnLaterLimitDay = (time: Date, now: Date): boolean => utcDay(time) > utcDay(now);

const utcDay = (time: Date): string => time.toISOString().slice(0, 10);

const windowMs = 100;
let until = 0;
const marks = new WeakMap<AbortSignal, boolean>();

/**
 * Reads that follow a live update or a timer, not an action of the user, are marked with `x-background` for the
 * gateway, so that they do not keep an unattended session alive. A read is marked if it starts within 100 ms of
 * `begin`.
 */
export const background = {
  begin: () => void (until = Date.now() + windowMs),
  /** The pages of a list are fetched in sequence with the query's `signal`; all are marked like the first. */
  isOn: (signal?: AbortSignal) => {
    const isOn = (signal && marks.get(signal)) ?? Date.now() < until;
    if (signal) marks.set(signal, isOn);
    return isOn;
  },
};

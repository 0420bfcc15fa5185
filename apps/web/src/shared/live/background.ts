const windowMs = 100;
let until = 0;

/**
 * Reads that a live update triggers, not the user, are marked with `x-background` for the gateway, so that they do not
 * keep an unattended session alive. A read counts as triggered if it starts within 100 ms of the update.
 */
export const background = {
  begin: () => void (until = Date.now() + windowMs),
  isOn: () => Date.now() < until,
};

const windowMs = 100;
let until = 0;

/**
 * Reads triggered by a live update, not by the user: marked with `x-background` for the gateway, so that they
 * don't keep an unattended session alive. Refetches start within a moment of the change.
 */
export const background = {
  begin: () => void (until = Date.now() + windowMs),
  isOn: () => Date.now() < until,
};

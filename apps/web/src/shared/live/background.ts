const windowMs = 100;
let until = 0;

/**
 * Reads that follow a live update, not a person: they tell the gateway so (`x-background`) and do not
 * keep a session awake on a screen nobody looks at. Refetches start within a moment of the change.
 */
export const background = {
  begin: () => void (until = Date.now() + windowMs),
  isOn: () => Date.now() < until,
};

/** Limits of request templates: in a separate module, which the patient's page does not load. */
export const templateLimits = {
  /** Of one clinic, without archived ones. */
  most: 100,
  nameMax: 60,
  /** Of the instructions in one language. */
  instructionsMax: 500,
} as const;

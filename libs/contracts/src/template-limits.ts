/** Limits for request templates, in a separate module that the patient's page does not load. */
export const templateLimits = {
  /** Maximum number of templates in one clinic, not counting archived ones. */
  most: 100,
  nameMax: 60,
  /** Maximum length of the instructions in one language. */
  instructionsMax: 500,
} as const;

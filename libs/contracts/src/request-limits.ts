/** Limits for requests for several documents, in a separate module that the patient's page does not load. */
export const requestLimits = {
  /** A request for one document has no items. */
  itemsMin: 2,
  itemsMax: 10,
  labelMax: 60,
} as const;

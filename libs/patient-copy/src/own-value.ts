/** Returns the object's own value for any key. Does not use `Object.hasOwn`, which Safari lacks before 15.4. */
export const ownValue = <Values extends object>(
  values: Values,
  key: string,
): Values[keyof Values] | undefined =>
  Object.prototype.hasOwnProperty.call(values, key) ? values[key as keyof Values] : undefined;

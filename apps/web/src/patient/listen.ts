/** Adds a listener for several events of the window. Returns a function that removes it. */
export function listen(types: string[], listener: (event: Event) => void): () => void {
  for (const type of types) window.addEventListener(type, listener);
  return () => types.forEach((type) => window.removeEventListener(type, listener));
}

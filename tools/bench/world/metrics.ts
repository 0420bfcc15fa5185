/** What a service's `/metrics` says, by name with labels as written. */
export type Metrics = Map<string, number>;

export async function readMetrics(url: string): Promise<Metrics> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

/** Mean of a histogram between two looks at it, ms. */
export function meanMs(before: Metrics, after: Metrics, name: string, labels = ''): number {
  const grown = (part: string): number =>
    (after.get(`${name}_${part}${labels}`) ?? 0) - (before.get(`${name}_${part}${labels}`) ?? 0);
  return (grown('sum') / grown('count')) * 1000;
}

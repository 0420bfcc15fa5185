/** Values of a service's `/metrics`, by name with labels as written. */
export type ServiceMetrics = Map<string, number>;

export async function readServiceMetrics(url: string): Promise<ServiceMetrics> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

/** Mean of a histogram between two samples, ms. */
export function meanMs(before: ServiceMetrics, after: ServiceMetrics, name: string, labels = ''): number {
  const grown = (part: string): number =>
    (after.get(`${name}_${part}${labels}`) ?? 0) - (before.get(`${name}_${part}${labels}`) ?? 0);
  return (grown('sum') / grown('count')) * 1000;
}

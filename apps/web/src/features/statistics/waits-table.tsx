import type { StatisticsResponse } from '@caredrop/contracts';
import { Card, Section } from '../../shared/ui/page.js';
import { Bar } from './bar.js';
import { copy } from './copy.js';
import { withinWords } from './figures.js';
import classes from './statistics.module.css';

/** The median and the 90th percentile of each wait, in words. */
export function WaitsTable({ waits }: Pick<StatisticsResponse, 'waits'>) {
  const { title, none, wait: heading, half, nineTenths, links, labels } = copy.waits;
  if (waits.length === 0) return <Section title={title}>{<Card>{none}</Card>}</Section>;
  const longest = Math.max(...waits.map(({ nine_tenths }) => nine_tenths));
  return (
    <Section title={title}>
      <div className={classes.frame}>
        <table className={classes.table} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{heading}</th>
              <th scope="col">{half}</th>
              <th scope="col">{nineTenths}</th>
              <th scope="col" className={classes.wide}>
                {links}
              </th>
            </tr>
          </thead>
          <tbody>
            {waits.map(({ wait, links: count, half: median, nine_tenths }) => (
              <tr key={wait}>
                <th scope="row">
                  {labels[wait]}
                  <Bar part={nine_tenths} whole={longest} />
                </th>
                <td>{withinWords(median)}</td>
                <td>{withinWords(nine_tenths)}</td>
                <td className={classes.wide}>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

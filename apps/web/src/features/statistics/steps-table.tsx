import { statisticsSteps, type StatisticsCounts } from '@caredrop/contracts';
import { Section } from '../../shared/ui/page.js';
import { Bar } from './bar.js';
import { copy } from './copy.js';
import { share } from './figures.js';
import classes from './statistics.module.css';

/** How many links reached each step. */
export function StepsTable({ total }: { total: StatisticsCounts }) {
  const { title, help, step: heading, links, share: ofAll, labels } = copy.steps;
  return (
    <Section title={title}>
      <div className={classes.frame}>
        <table className={classes.table}>
          <caption className={classes.caption}>{help}</caption>
          <thead>
            <tr>
              <th scope="col">{heading}</th>
              <th scope="col">{links}</th>
              <th scope="col">{ofAll}</th>
            </tr>
          </thead>
          <tbody>
            {statisticsSteps.map((step) => (
              <tr key={step}>
                <th scope="row">
                  {labels[step]}
                  <Bar part={total[step]} whole={total.made} />
                </th>
                <td>{total[step]}</td>
                <td>{share(total[step], total.made)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

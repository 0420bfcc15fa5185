import type { StatisticsResponse, StatisticsCounts } from '@caredrop/contracts';
import { Card, Section } from '../../shared/ui/page.js';
import { Bar } from './bar.js';
import { copy } from './copy.js';
import classes from './statistics.module.css';

interface Props extends Pick<StatisticsResponse, 'failures'> {
  total: StatisticsCounts;
  otherFailures: number | null;
}

/** Texts per document, and why texts failed. */
export function TextsSection({ total, failures, otherFailures: others }: Props) {
  const rows = [...failures, ...(others === null ? [] : [{ reason: copy.texts.others, texts: others }])];
  return (
    <Section title={copy.texts.title}>
      <Card>{sentenceOf(total)}</Card>
      {total.texts > 0 && rows.length === 0 && <p className={classes.help}>{copy.texts.noFailures}</p>}
      {rows.length > 0 && <Failures rows={rows} />}
    </Section>
  );
}

function sentenceOf({ texts, arrived_by_text: documents }: StatisticsCounts): string {
  if (texts === 0) return copy.texts.none;
  const ratio = documents === 0 ? copy.texts.noRatio : copy.texts.ratio((texts / documents).toFixed(1));
  return copy.texts.sent(texts, documents) + ratio;
}

function Failures({ rows }: { rows: StatisticsResponse['failures'] }) {
  const most = Math.max(...rows.map(({ texts }) => texts));
  return (
    <div className={classes.frame}>
      <table className={classes.table} aria-label={copy.texts.failures}>
        <thead>
          <tr>
            <th scope="col">{copy.texts.failures}</th>
            <th scope="col">{copy.texts.count}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ reason, texts }) => (
            <tr key={reason}>
              <th scope="row">
                {reason}
                <Bar part={texts} whole={most} />
              </th>
              <td>{texts}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import type { RequestOverview, TokenStatus } from '@caredrop/contracts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../shared/config/paths.js';
import { Section } from '../../../shared/ui/page.js';
import { ExactTime } from '../../../shared/ui/values.js';
import { requestCopy as copy } from './copy.js';
import classes from './request-section.module.css';

type Overview = RequestOverview[number];

interface Props {
  items: RequestOverview;
  /** The link whose page this is, and its status. */
  token: { id: string; status: TokenStatus };
  /** Renders the download of all documents; used when two or more are kept. */
  download: () => ReactNode;
}

/** Lists the documents of a request in order, each with its state. */
export function RequestSection({ items, token, download }: Props) {
  const firstWaiting = items.findIndex(({ state }) => state === 'waiting');
  const stopped = items[firstWaiting - 1]?.state === 'ended';
  const kept = items.filter(({ document_id: id }) => id !== undefined);
  return (
    <Section title={copy.title} action={kept.length > 1 && download()}>
      <ol className={classes.list}>
        {items.map((item) => {
          const isThis = item.token_id === token.id;
          return (
            <li key={item.position} aria-current={isThis || undefined}>
              <span className={classes.position}>{item.position}</span>
              <div className={classes.what}>
                <bdi className={classes.label}>{item.label}</bdi>
                {item.optional && <span className={classes.quiet}>{copy.optional}</span>}
                {isThis && <span className={classes.mark}>{copy.thisLink}</span>}
                <div className={classes.state}>
                  <State item={item} status={isThis ? token.status : undefined} stopped={stopped} />
                </div>
              </div>
              <Links item={item} isThis={isThis} />
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

interface StateProps {
  item: Overview;
  /** The status of the item's link, if this is the link's page. */
  status: TokenStatus | undefined;
  /** The link that the waiting documents depend on has ended. */
  stopped: boolean;
}

function State({ item: { state, received_at: at, document_id: id }, status, stopped }: StateProps) {
  if (state === 'received')
    return (
      <>
        {copy.received} {at && <ExactTime iso={at} />} {id === undefined && copy.gone}
      </>
    );
  if (state === 'skipped') return copy.skipped;
  if (status === 'expired' || status === 'revoked') return copy[status];
  if (state === 'waiting') return stopped ? copy.stopped : copy.waiting;
  return copy[state];
}

/**
 * Links to the document if there is one, and to the page of its link if there is no document or it was asked for again,
 * unless this is that page.
 */
function Links({ item, isThis }: { item: Overview; isThis: boolean }) {
  const { label, state, token_id: link, document_id: document } = item;
  const needsLink = !isThis && (document === undefined || state === 'open');
  return (
    <div className={classes.links}>
      {document && <LinkTo to={paths.document.href(document)} words={copy.openDocument} label={label} />}
      {link && needsLink && <LinkTo to={paths.token.href(link)} words={copy.openLink} label={label} />}
    </div>
  );
}

const LinkTo = ({ to, words, label }: { to: string; words: string; label: string }) => (
  <Link to={to} aria-label={copy.linkName(words, label)}>
    {words}
  </Link>
);

import type { AttentionToken } from '@caredrop/contracts';
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths.js';
import { useScopes } from '../../shared/people/use-scopes.js';
import { Card, Section } from '../../shared/ui/page.js';
import { RequestLine } from '../../shared/ui/request-line.js';
import { ListSkeleton } from '../../shared/ui/states.js';
import { useKeepFocus } from '../../shared/ui/use-keep-focus.js';
import classes from './attention.module.css';
import { topArgs } from './attention.api.js';
import { requestOf, tokenIdOf, type AttentionItem } from './attention-items.js';
import { AttentionNotices } from './attention-notices.js';
import { copy } from './copy.js';
import { ItemAction } from './item-action.js';
import { ItemOwner } from './item-owner.js';
import { useAttention } from './use-attention.js';
import { WhatHappened } from './what-happened.js';

/** The most urgent rows, for the dashboard. */
export function AttentionSummary({ action }: { action: (item: AttentionToken) => ReactNode }) {
  const attention = useAttention(topArgs);
  const { teams } = useScopes();
  const keepFocus = useKeepFocus();
  const { items, loading, links, documents } = attention;
  const complete = !loading && !links.failed && !documents.failed;
  return (
    <Section
      title={copy.title}
      action={
        <Anchor component={Link} to={paths.worklist.path} fw={500}>
          {copy.summary.all}
        </Anchor>
      }
    >
      <AttentionNotices attention={attention} />
      <div {...keepFocus}>
        {loading && items.length === 0 && <ListSkeleton rows={2} />}
        {complete && items.length === 0 && <Card>{copy.summary.nothing}</Card>}
        {items.length > 0 && (
          <ul className={classes.summary}>
            {items.map((item) => (
              <li key={tokenIdOf(item)}>
                <div>
                  <span className={classes.reference}>{referenceOf(item)}</span>
                  <RequestLine request={requestOf(item)} />
                  <ItemOwner item={item} teams={teams} />
                </div>
                <WhatHappened item={item} />
                <ItemAction item={item} action={action} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

const referenceOf = (item: AttentionItem) =>
  'token' in item ? item.token.patient_ref_id : item.document.patient_ref_id;

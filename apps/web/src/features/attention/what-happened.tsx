import type { AttentionDocument, AttentionToken } from '@caredrop/contracts';
import { copy as shared } from '../../shared/copy.js';
import { formatDay } from '../../shared/lib/format.js';
import { AttentionBadge } from '../../shared/ui/badges.js';
import { FileName } from '../../shared/ui/file-name.js';
import classes from './attention.module.css';
import type { AttentionItem } from './attention-items.js';
import { copy } from './copy.js';

/** The reason in a few words, and a sentence that explains it. */
export function WhatHappened({ item }: { item: AttentionItem }) {
  return (
    <div className={classes.what}>
      <AttentionBadge reason={item.reason} word={copy.reasons[item.reason]} />
      {'document' in item ? <OfDocument item={item} /> : <OfToken item={item} />}
    </div>
  );
}

const OfDocument = ({ item: { document } }: { item: AttentionDocument }) => (
  <div>
    <bdi className={classes.file}>
      <FileName name={document.file_name} />
    </bdi>{' '}
    {document.file_url === null ? copy.what.checking : copy.what.document}
  </div>
);

const OfToken = ({ item }: { item: AttentionToken }) => (
  <div>
    {sentenceOf(item)}
    {item.token.problem && item.reason !== 'problem' && (
      <div>{shared.problems[item.token.problem.reason]}</div>
    )}
    {item.problemComment && (
      <div className={classes.comment} dir="auto">
        {copy.what.comment(item.problemComment)}
      </div>
    )}
  </div>
);

function sentenceOf(item: AttentionToken): string {
  const { reason, token, smsReason = '', emailReason = '', checkLocked } = item;
  switch (reason) {
    case 'unusable':
      return copy.what.unusable(item);
    case 'text_failed':
      return smsReason;
    case 'email_failed':
      return emailReason;
    case 'renewal_asked':
      return copy.what.renewal(item);
    case 'problem':
      return checkLocked || !token.problem ? copy.what.locked : shared.problems[token.problem.reason];
    case 'opened':
      return copy.what.opened;
    case 'ending':
      return copy.what.ending(formatDay(token.expires_at));
    case 'not_answering':
    case 'new_document':
      return token.status === 'expired' ? copy.what.expired : copy.what.reminded;
  }
}

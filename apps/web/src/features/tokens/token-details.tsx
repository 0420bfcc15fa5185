import { errors, messages, type TokenDetails as Details } from '@caredrop/contracts';
import { Button, Group, Text } from '@mantine/core';
import {
  IconCalendarPlus,
  IconCopy,
  IconLinkOff,
  IconMail,
  IconMessage,
  IconQrcode,
  IconRefresh,
} from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { isApiError } from '../../shared/api/api-error.js';
import { paths, uploadLink } from '../../shared/config/paths.js';
import { formatExact } from '../../shared/lib/format.js';
import { useNow } from '../../shared/lib/use-now.js';
import { NotAnsweringBadge, SmsBadge, StatusBadge } from '../../shared/ui/badges.js';
import { Facts } from '../../shared/ui/facts.js';
import { Notice } from '../../shared/ui/notice.js';
import { Card, Page, Section } from '../../shared/ui/page.js';
import { EmptyState, ListSkeleton } from '../../shared/ui/states.js';
import { useErrorToast } from '../../shared/ui/use-error-toast.js';
import { ExactTime } from '../../shared/ui/values.js';
import { copy } from './copy.js';
import { languageName } from '../../shared/lib/language-name.js';
import { EmailState } from './email-state.js';
import { hasReminders, ReminderState } from './reminder-state.js';
import { ScheduledState } from './send-later/scheduled-state.js';
import { useTokenDialogs } from './token-dialogs.js';
import { statusAt } from './token-rules.js';
import { useRemindersQuery, useTokenQuery } from './tokens.api.js';
import { useCopyLink } from './use-copy-link.js';

const ProblemNotice = lazy(async () => ({ default: (await import('./problem-notice.js')).ProblemNotice }));
const BelongsTo = lazy(async () => ({ default: (await import('./assign/belongs-to.js')).BelongsTo }));
const RequestSection = lazy(async () => ({
  default: (await import('./request-items/request-section.js')).RequestSection,
}));
const CheckState = lazy(async () => ({ default: (await import('./check-state.js')).CheckState }));

interface Props {
  id: string;
  /**
   * Renders the documents that arrived through the token; passed in, because they belong to another feature.
   */
  documents: (uploads: Details['uploads']) => ReactNode;
  /** Renders the download of all documents of a request; passed for the same reason. */
  download: (requestId: string) => ReactNode;
}

/**
 * One token: its properties, its link, its documents. A 404 redirects to /tokens, where a notice gives the
 * reason, unless the user has just assigned the link to others.
 */
export function TokenDetails({ id, ...others }: Props) {
  const [leaving, setLeaving] = useState(false);
  const { currentData: token, isFetching, refetch, ...query } = useTokenQuery(id);
  const error = leaving ? undefined : query.error;
  const navigate = useNavigate();
  useErrorToast(error, messages.token.loadDetailsFailed);
  const gone = isApiError(error) && error.status === 404;
  useEffect(() => {
    if (gone) void navigate(paths.tokens.path, { replace: true, state: { tokenNotFound: true } });
  }, [gone, navigate]);

  if (token) return <Found token={token} onLeaving={setLeaving} {...others} />;
  return (
    <Page title={copy.details.title}>
      {isFetching || gone ? (
        <ListSkeleton />
      ) : (
        <NotFound failed={error !== undefined} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

function NotFound({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  return (
    <EmptyState sentence={errors.token_not_found.text} icon={IconLinkOff}>
      <Group gap={8}>
        <Button component={Link} to={paths.tokens.path} variant="default">
          {copy.details.back}
        </Button>
        {failed && (
          <Button variant="default" onClick={onRetry}>
            {copy.details.retry}
          </Button>
        )}
      </Group>
    </EmptyState>
  );
}

interface FoundProps extends Omit<Props, 'id'> {
  token: Details;
  onLeaving: (leaving: boolean) => void;
}

function Found({ token, documents, download, onLeaving }: FoundProps) {
  const now = useNow();
  const dialogs = useTokenDialogs();
  const { data: reminders } = useRemindersQuery(token.id);
  const { copyLink, byHand } = useCopyLink(messages.link.copiedShort);
  const status = statusAt(token, now);
  const none = emptyLabel(status, token.lost);
  return (
    <Page
      title={copy.details.title}
      purpose={copy.details.purpose}
      back={{ to: paths.tokens.path, label: copy.details.back }}
      action={<Actions token={token} status={status} dialogs={dialogs} />}
    >
      {token.problem && (
        <Suspense fallback={null}>
          <ProblemNotice id={token.id} problem={token.problem} comment={token.problemComment} />
        </Suspense>
      )}
      <Renewal token={token} />
      <Card>
        <Facts
          facts={[
            [copy.details.facts.token, <code key="token">{token.token}</code>],
            [copy.details.facts.reference, token.patient_ref_id],
            ...(token.nickname ? [[copy.details.facts.nickname, token.nickname] as [string, ReactNode]] : []),
            ...(token.notes ? [[copy.details.facts.notes, token.notes] as [string, ReactNode]] : []),
            [
              copy.details.facts.belongsTo,
              <Suspense key="belongs" fallback={null}>
                <BelongsTo token={token} onLeaving={onLeaving} />
              </Suspense>,
            ],
            [copy.details.facts.status, <StatusBadge key="status" status={status} />],
            [copy.details.facts.created, <ExactTime key="created" iso={token.created_at} />],
            [copy.details.facts.expires, <ExactTime key="expires" iso={token.expires_at} />],
            [copy.details.facts.smsStatus, <SmsState key="sms" token={token} />],
            ...(token.emailStatus
              ? [
                  [copy.details.facts.emailStatus, <EmailState key="email" token={token} />] as [
                    string,
                    ReactNode,
                  ],
                ]
              : []),
            ...(token.scheduled
              ? [
                  [copy.details.facts.scheduled, <ScheduledState key="later" token={token} />] as [
                    string,
                    ReactNode,
                  ],
                ]
              : []),
            ...(token.template
              ? [[copy.details.facts.template, token.template.name] as [string, ReactNode]]
              : []),
            ...(token.language
              ? [[copy.details.facts.language, languageName(token.language)] as [string, ReactNode]]
              : []),
            ...(token.patient_check
              ? [
                  [
                    copy.details.facts.check,
                    <Suspense key="check" fallback={null}>
                      <CheckState id={token.id} check={token.patient_check} />
                    </Suspense>,
                  ] as [string, ReactNode],
                ]
              : []),
            ...(reminders && hasReminders(reminders)
              ? [
                  [
                    copy.details.facts.reminders,
                    <ReminderState key="reminders" id={token.id} reminders={reminders} />,
                  ] as [string, ReactNode],
                ]
              : []),
            [
              copy.details.facts.url,
              <LinkLine key="url" token={token.token} onCopy={() => void copyLink(token.token)} />,
            ],
          ]}
        />
        {byHand}
      </Card>
      {token.request_items && (
        <Suspense fallback={null}>
          <RequestSection
            items={token.request_items}
            token={{ id: token.id, status }}
            download={() => token.request && download(token.request.id)}
          />
        </Suspense>
      )}
      <Section title={copy.details.uploads}>
        {token.uploads.length === 0 ? <EmptyState sentence={none} /> : documents(token.uploads)}
      </Section>
      {dialogs.element}
    </Page>
  );
}

interface ActionsProps {
  token: Details;
  status: Details['status'];
  dialogs: ReturnType<typeof useTokenDialogs>;
}

/** The actions for a link; none for a used or replaced one. */
function Actions({ token, status, dialogs }: ActionsProps) {
  if (status === 'used' || token.replaced_by) return null;
  const active = status === 'active';
  return (
    <Group gap={8}>
      <Button
        variant={active ? 'default' : 'filled'}
        leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden="true" />}
        onClick={() => dialogs.reissue({ ...token })}
      >
        {copy.actions.sendNew}
      </Button>
      {active && (
        <>
          <Button
            variant="default"
            leftSection={<IconMessage size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => dialogs.sendSms({ ...token })}
          >
            {token.hasSMS ? copy.actions.resendSms : copy.actions.sendSms}
          </Button>
          <Button
            variant="default"
            leftSection={<IconMail size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => dialogs.sendEmail({ ...token })}
          >
            {token.emailStatus ? copy.actions.resendEmail : copy.actions.sendEmail}
          </Button>
          <Button
            variant="default"
            leftSection={<IconQrcode size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => dialogs.sheet({ ...token })}
          >
            {copy.actions.sheet}
          </Button>
          <Button
            variant="default"
            leftSection={<IconCalendarPlus size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => dialogs.extend({ ...token })}
          >
            {copy.actions.extend}
          </Button>
          <Button
            variant="outline"
            color="red"
            leftSection={<IconLinkOff size={18} stroke={1.75} />}
            onClick={() => dialogs.revoke({ ...token })}
          >
            {copy.details.revoke}
          </Button>
        </>
      )}
    </Group>
  );
}

/** The patient's request for a new link, or the link that replaced this one. */
function Renewal({
  token: { renewal_asked_at: askedAt, replaced_by: next, replaced_at: at },
}: {
  token: Details;
}) {
  if (next && at)
    return (
      <Notice tone="info">
        {copy.renewal.replacedOn(formatExact(at))}{' '}
        <Link to={paths.token.href(next)}>{copy.renewal.openNew}</Link>
      </Notice>
    );
  return askedAt ? <Notice tone="warning">{copy.renewal.askedOn(formatExact(askedAt))}</Notice> : null;
}

/** The reason why the last text did not arrive is shown next to its state. */
const SmsState = ({ token }: { token: Details }) => (
  <Group gap={8}>
    <SmsBadge {...token} />
    {token.notAnswering && <NotAnsweringBadge />}
    {token.smsReason && (
      <Text size="sm" c="dimmed">
        {token.smsReason}
      </Text>
    )}
  </Group>
);

function LinkLine({ token, onCopy }: { token: string; onCopy: () => void }) {
  return (
    <Group gap={8}>
      <code style={{ flex: '1 1 200px', userSelect: 'all' }}>{uploadLink(token)}</code>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconCopy size={16} stroke={1.75} />}
        onClick={onCopy}
      >
        {copy.details.copy}
      </Button>
    </Group>
  );
}

/** Why there are no documents: a used link had one, which was deleted unless it was lost. */
function emptyLabel(status: Details['status'], lost: Details['lost']): string {
  if (lost) return messages.document.lost;
  return status === 'used' ? messages.token.uploadsDeleted : messages.token.noUploads;
}

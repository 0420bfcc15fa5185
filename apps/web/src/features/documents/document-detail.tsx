import { messages, type Document } from '@caredrop/contracts';
import { Button } from '@mantine/core';
import { IconDownload, IconTrash } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { isApiError } from '../../shared/api/api-error.js';
import { paths } from '../../shared/config/paths.js';
import { formatSize, fullName } from '../../shared/lib/format.js';
import { useTeamsByRole } from '../../shared/people/use-teams-by-role.js';
import { ActionButton } from '../../shared/ui/action-button.js';
import { StatusBadge } from '../../shared/ui/badges.js';
import { Facts } from '../../shared/ui/facts.js';
import { Card, Page, Section } from '../../shared/ui/page.js';
import { ErrorState, ListSkeleton } from '../../shared/ui/states.js';
import { toast } from '../../shared/ui/toast.js';
import { useErrorToast } from '../../shared/ui/use-error-toast.js';
import { ExactTime } from '../../shared/ui/values.js';
import { copy } from './copy.js';
import { DeleteDialog } from './delete-dialog.js';
import classes from './document-detail.module.css';
import { DocumentPreview } from './document-preview.js';
import { useDocumentQuery } from './documents.api.js';
import { ReviewPanel } from './review-panel.js';
import { useDownload } from './use-download.js';
import type { Renewal } from './viewer/use-picture-failure.js';

interface Props {
  id: string;
  /**
   * Renders the thanks for the document of a link; passed in, because it belongs to another feature.
   */
  thanks: (tokenId: string) => ReactNode;
  /** Renders the controls for asking for the document again; passed in for the same reason. */
  again: (document: Document) => ReactNode;
}

/**
 * /documents/{id}: a 404 redirects to the list, without an error if the user has just deleted the document. A response
 * without a document shows an error.
 */
export function DocumentDetail({ id, thanks, again }: Props) {
  const [leaving, setLeaving] = useState(false);
  const { currentData: document, isFetching, isSuccess, refetch, ...query } = useDocumentQuery(id);
  const error = leaving ? undefined : query.error;
  const navigate = useNavigate();
  useErrorToast(error, messages.document.loadDetailsFailed);
  const gone = isApiError(error) && error.status === 404;
  const odd = isSuccess && !isFetching && document === null;
  useEffect(() => {
    if (gone) void navigate(paths.documents.path, { replace: true });
  }, [gone, navigate]);
  useEffect(() => {
    if (odd) toast.error(messages.document.invalidResponse);
  }, [odd]);

  const deleted = () => {
    setLeaving(true);
    void navigate(paths.documents.path);
  };
  if (document)
    return (
      <Found document={document} thanks={thanks} again={again} renewal={{ refetch }} onDeleted={deleted} />
    );
  return (
    <Page title={copy.detail.title}>
      {isFetching || gone ? (
        <ListSkeleton />
      ) : (
        <ErrorState what={copy.detail.what} error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  );
}

interface FoundProps {
  document: Document;
  thanks: Props['thanks'];
  again: Props['again'];
  renewal: Renewal;
  onDeleted: () => void;
}

function Found({ document, thanks, again, renewal, onDeleted }: FoundProps) {
  const [deleting, setDeleting] = useState(false);
  return (
    <Page
      title={copy.detail.title}
      purpose={copy.detail.purpose}
      back={{ to: paths.documents.path, label: copy.detail.back }}
    >
      <div className={classes.columns}>
        <Section title={copy.detail.preview}>
          <DocumentPreview document={document} renewal={renewal} />
        </Section>
        <div className={classes.panels}>
          <Details document={document} onDelete={() => setDeleting(true)} />
          <ReviewPanel document={document} />
          {again(document)}
          {thanks(document.token_id)}
          <TokenPanel document={document} />
        </div>
      </div>
      {deleting && (
        <DeleteDialog
          documents={[document]}
          bulk={false}
          onClose={() => setDeleting(false)}
          onDeleted={onDeleted}
        />
      )}
    </Page>
  );
}

/** Facts about the owner and the team, if the document is not the user's alone. */
function useBelonging({ user, not_mine: isColleagues, team_id: teamId }: Document): [string, string][] {
  const team = useTeamsByRole().find(({ id }) => id === teamId);
  const { clinician, team: label, otherTeam } = copy.detail.facts;
  return [
    ...(isColleagues ? [[clinician, fullName(user)] as [string, string]] : []),
    ...(teamId ? [[label, team?.name ?? otherTeam] as [string, string]] : []),
  ];
}

function Details({ document, onDelete }: { document: Document; onDelete: () => void }) {
  const belonging = useBelonging(document);
  const { download, busyId } = useDownload();
  return (
    <Section title={copy.detail.details}>
      <Card>
        <Facts
          facts={[
            [
              copy.detail.facts.fileName,
              <span key="name" dir="auto">
                {document.file_name}
              </span>,
            ],
            [copy.detail.facts.type, document.file_type],
            [copy.detail.facts.size, formatSize(document.file_size)],
            [copy.detail.facts.reference, document.patient_ref_id],
            ...(document.request
              ? [
                  [
                    copy.detail.facts.request,
                    <Link key="request" to={paths.token.href(document.token_id)}>
                      {copy.detail.ofRequest(document.request)}
                    </Link>,
                  ] as [string, ReactNode],
                ]
              : []),
            ...belonging,
            [copy.detail.facts.uploadDate, <ExactTime key="date" iso={document.created_at} />],
            [
              copy.detail.facts.comment,
              document.comment ? (
                <span key="comment" dir="auto">
                  {document.comment}
                </span>
              ) : (
                copy.detail.facts.noComment
              ),
            ],
          ]}
        />
        <ActionButton
          fullWidth
          mt={20}
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden="true" />}
          disabled={document.file_url === null}
          busy={busyId !== null}
          onClick={() => void download(document)}
        >
          {copy.detail.download}
        </ActionButton>
        <Button
          fullWidth
          mt={8}
          variant="outline"
          color="red"
          leftSection={<IconTrash size={18} stroke={1.75} aria-hidden="true" />}
          onClick={onDelete}
        >
          {copy.detail.delete}
        </Button>
      </Card>
    </Section>
  );
}

function TokenPanel({ document }: { document: Document }) {
  const { tokens: token } = document;
  return (
    <Section title={copy.detail.token.heading}>
      <Card>
        <Facts
          facts={[
            [copy.detail.token.token, <code key="token">{token.token}</code>],
            [copy.detail.token.status, <StatusBadge key="status" status={token.status} />],
            [copy.detail.token.created, <ExactTime key="created" iso={token.created_at} />],
            [copy.detail.token.expires, <ExactTime key="expires" iso={token.expires_at} />],
          ]}
        />
        <Button component={Link} to={paths.token.href(document.token_id)} variant="default" fullWidth mt={20}>
          {copy.detail.token.view}
        </Button>
      </Card>
    </Section>
  );
}

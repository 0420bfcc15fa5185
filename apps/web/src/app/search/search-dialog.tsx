import type { Document, Token } from '@caredrop/contracts';
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths.js';
import { useNow } from '../../shared/lib/use-now.js';
import { statusAt } from '../../features/tokens/token-rules.js';
import { useUser } from '../../shared/session/use-session.js';
import { StatusBadge } from '../../shared/ui/badges.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { RequestWords } from '../../shared/ui/request-line.js';
import { store } from '../store.js';
import { copy } from './copy.js';
import classes from './search-dialog.module.css';
import { useSearchDocumentsQuery, useSearchLinksQuery } from './search.api.js';

/** Shorter texts match too much. */
const minLength = 2;

interface Props {
  onClose: () => void;
  /** Opens the list of keyboard shortcuts instead. */
  onKeys: () => void;
}

/**
 * Finds links and documents by the fields that their lists search. Also opens on the landing page, which has no store.
 */
export function SearchDialog(props: Props) {
  return (
    <Provider store={store}>
      <Search {...props} />
    </Provider>
  );
}

function Search({ onClose, onKeys }: Props) {
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), 250);
  const everyone = useUser()?.role === 'admin';
  const skip = text.length < minLength;
  const links = useSearchLinksQuery({ text, everyone }, { skip });
  const documents = useSearchDocumentsQuery({ text, everyone }, { skip });
  return (
    <Dialog opened title={copy.search.title} size="lg" onClose={onClose}>
      <Stack gap={16}>
        <TextInput
          type="search"
          label={copy.search.label}
          description={everyone ? copy.search.everyone : copy.search.own}
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {!skip && (
          <Results text={text} everyone={everyone} links={links} documents={documents} onGo={onClose} />
        )}
        <Group justify="flex-end">
          <Button variant="subtle" size="compact-md" onClick={onKeys}>
            {copy.search.keys}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface Found<Data> {
  currentData?: Data;
  error?: unknown;
}

interface ResultsProps {
  text: string;
  everyone: boolean;
  links: Found<{ tokens: Token[] }>;
  documents: Found<{ uploads: Document[] }>;
  onGo: () => void;
}

function Results({ text, everyone, links, documents, onGo }: ResultsProps) {
  const now = useNow();
  const tokens = links.currentData?.tokens;
  const uploads = documents.currentData?.uploads;
  const [linkList, documentList] = everyone
    ? [
        listWith(paths.tokenMonitor.path, 'search', text),
        listWith(paths.adminDocuments.path, 'patientRefId', text),
      ]
    : [listWith(paths.tokens.path, 'search', text), listWith(paths.documents.path, 'search', text)];
  return (
    <>
      <p role="status" className={classes.status}>
        {links.error !== undefined && copy.search.linksFailed}{' '}
        {documents.error !== undefined && copy.search.documentsFailed}
        {!(tokens ?? links.error) && !(uploads ?? documents.error) && copy.search.searching}
        {tokens?.length === 0 && uploads?.length === 0 && copy.search.none(text)}
      </p>
      {tokens && tokens.length > 0 && (
        <Part title={copy.search.links} all={{ to: linkList, label: copy.search.allLinks }} onGo={onGo}>
          {tokens.map((token) => (
            <li key={token.id}>
              <Link to={paths.token.href(token.id)} className={classes.row} onClick={onGo}>
                <bdi>{token.patient_ref_id}</bdi>
                {token.nickname && <bdi className={classes.muted}>{token.nickname}</bdi>}
                <OfRequest request={token.request} />
                <StatusBadge status={statusAt(token, now)} />
              </Link>
            </li>
          ))}
        </Part>
      )}
      {uploads && uploads.length > 0 && (
        <Part
          title={copy.search.documents}
          all={{ to: documentList, label: copy.search.allDocuments }}
          onGo={onGo}
        >
          {uploads.map((document) => (
            <li key={document.id}>
              <Link to={paths.document.href(document.id)} className={classes.row} onClick={onGo}>
                <bdi>{document.file_name}</bdi>
                <bdi className={classes.muted}>{document.patient_ref_id}</bdi>
                <OfRequest request={document.request} />
              </Link>
            </li>
          ))}
        </Part>
      )}
    </>
  );
}

const OfRequest = ({ request }: Pick<Token, 'request'>) =>
  request && (
    <span className={classes.muted}>
      <RequestWords request={request} />
    </span>
  );

interface PartProps {
  title: string;
  all: { to: string; label: string };
  onGo: () => void;
  children: ReactNode;
}

const Part = ({ title, all, onGo, children }: PartProps) => (
  <section aria-label={title}>
    <Text fw={600}>{title}</Text>
    <ul className={classes.list}>{children}</ul>
    <Anchor component={Link} to={all.to} onClick={onGo}>
      {all.label}
    </Anchor>
  </section>
);

const listWith = (path: string, filter: string, text: string) =>
  `${path}?${new URLSearchParams({ [filter]: text }).toString()}`;

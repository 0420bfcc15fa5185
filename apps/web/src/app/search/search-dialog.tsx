import { shortenLinks, type Document, type ListScope, type Team, type Token } from '@caredrop/contracts';
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';
import { Provider } from 'react-redux';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/config/paths.js';
import { useNow } from '../../shared/lib/use-now.js';
import { copy as people } from '../../shared/people/copy.js';
import { OwnerLine } from '../../shared/people/owner-line.js';
import { useScopes, type Scopes } from '../../shared/people/use-scopes.js';
import { statusAt } from '../../features/tokens/token-rules.js';
import { useUser } from '../../shared/session/use-session.js';
import { StatusBadge } from '../../shared/ui/badges.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { RequestWords } from '../../shared/ui/request-line.js';
import { store } from '../store.js';
import { copy } from './copy.js';
import classes from './search-dialog.module.css';
import { useSearchDocumentsQuery, useSearchLinksQuery, type Found, type SearchScope } from './search.api.js';

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
  const [text] = useDebouncedValue(shortenLinks(typed.trim()), 250);
  const everyone = useUser()?.role === 'admin';
  const known = useScopes();
  const scopes: SearchScope[] = everyone ? ['everyone'] : scopesOf(known);
  const isShort = text.length < minLength;
  const skip = isShort || (!everyone && !known.ready);
  const { currentData: links } = useSearchLinksQuery({ text, scopes }, { skip });
  const { currentData: documents } = useSearchDocumentsQuery({ text, scopes }, { skip });
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
        {!isShort && (
          <Results text={text} teams={known.teams} links={links} documents={documents} onGo={onClose} />
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

/** The user's own list first, then those of teams and covered colleagues; every scope if these are unknown. */
const scopesOf = ({ offered, failed }: Scopes): SearchScope[] =>
  failed ? ['mine', 'team', 'covered'] : ['mine', ...offered];

interface ResultsProps {
  text: string;
  /** The user's teams. */
  teams: Team[];
  /** Undefined while it is searched. */
  links: Found<Token> | undefined;
  documents: Found<Document> | undefined;
  onGo: () => void;
}

function Results({ text, teams, links, documents, onGo }: ResultsProps) {
  const now = useNow();
  const tokens = links?.rows;
  const uploads = documents?.rows;
  const failed = links?.failed || documents?.failed;
  return (
    <>
      <p role="status" className={classes.status}>
        {links?.failed && copy.search.linksFailed} {documents?.failed && copy.search.documentsFailed}
        {!tokens && !uploads && copy.search.searching}
        {tokens?.length === 0 && uploads?.length === 0 && !failed && copy.search.none(text)}
      </p>
      {tokens && tokens.length > 0 && (
        <Part
          title={copy.search.links}
          all={copy.search.allLinks}
          scopes={links?.scopes}
          listIn={(scope) => linksIn(scope, text)}
          onGo={onGo}
        >
          {tokens.map((token) => (
            <li key={token.id}>
              <Link to={paths.token.href(token.id)} className={classes.row} onClick={onGo}>
                <bdi>{token.patient_ref_id}</bdi>
                {token.nickname && <bdi className={classes.muted}>{token.nickname}</bdi>}
                <OfRequest request={token.request} />
                <StatusBadge status={statusAt(token, now)} />
                <OwnerLine owner={token.user} isMine={!token.notMine} teamId={token.team_id} teams={teams} />
              </Link>
            </li>
          ))}
        </Part>
      )}
      {uploads && uploads.length > 0 && (
        <Part
          title={copy.search.documents}
          all={copy.search.allDocuments}
          scopes={documents?.scopes}
          listIn={(scope) => documentsIn(scope, text)}
          onGo={onGo}
        >
          {uploads.map((document) => (
            <li key={document.id}>
              <Link to={paths.document.href(document.id)} className={classes.row} onClick={onGo}>
                <bdi>{document.file_name}</bdi>
                <bdi className={classes.muted}>{document.patient_ref_id}</bdi>
                <OfRequest request={document.request} />
                <OwnerLine
                  owner={document.user}
                  isMine={!document.not_mine}
                  teamId={document.team_id}
                  teams={teams}
                />
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
  /** The label of the links to the whole lists. */
  all: string;
  scopes: SearchScope[] | undefined;
  listIn: (scope: SearchScope) => string;
  onGo: () => void;
  children: ReactNode;
}

const Part = ({ title, all, scopes = [], listIn, onGo, children }: PartProps) => (
  <section aria-label={title}>
    <Text fw={600}>{title}</Text>
    <ul className={classes.list}>{children}</ul>
    <Group gap="0 16px">
      {scopes.map((scope) => (
        <Anchor key={scope} component={Link} to={listIn(scope)} onClick={onGo}>
          {scope === 'team' || scope === 'covered' ? copy.search.allOf(all, people.scope[scope]) : all}
        </Anchor>
      ))}
    </Group>
  </section>
);

const linksIn = (scope: SearchScope, text: string) =>
  scope === 'everyone'
    ? listWith(paths.tokenMonitor.path, { search: text })
    : listWith(paths.tokens.path, { search: text, ...inList(scope) });

const documentsIn = (scope: SearchScope, text: string) =>
  scope === 'everyone'
    ? listWith(paths.adminDocuments.path, { patientRefId: text })
    : listWith(paths.documents.path, { search: text, ...inList(scope) });

const inList = (scope: ListScope) => scope !== 'mine' && { scope };

const listWith = (path: string, filters: Record<string, string>) =>
  `${path}?${new URLSearchParams(filters).toString()}`;

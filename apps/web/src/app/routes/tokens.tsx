import { errors } from '@caredrop/contracts';
import { Button, Group } from '@mantine/core';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { SavedViews } from '../../features/saved-views/saved-views.js';
import { OwnFilterRow } from '../../features/tokens/own-filters.js';
import { noOwnFilters } from '../../features/tokens/tokens.api.js';
import { TokensTable } from '../../features/tokens/tokens-table.js';
import { paths } from '../../shared/config/paths.js';
import { useUrlFilters } from '../../shared/lib/use-url-filters.js';
import { ListScopeControl } from '../../shared/people/scope-control.js';
import { scopeOf, useScopes } from '../../shared/people/use-scopes.js';
import { Notice } from '../../shared/ui/notice.js';
import { Page } from '../../shared/ui/page.js';
import { copy } from '../copy.js';

/** /tokens: the list on its own page; also the target of redirects from the pages of links that do not exist. */
export function Component() {
  const state = useLocation().state as { tokenNotFound?: boolean } | null;
  const navigate = useNavigate();
  const [filters, setFilters] = useUrlFilters(noOwnFilters);
  const scopes = useScopes();
  const scope = scopeOf(filters.scope, scopes);
  const missing = state?.tokenNotFound === true;
  const cameFrom = (window.history.state as { idx?: number } | null)?.idx ?? 0;
  const back = () => void (cameFrom > 0 ? navigate(-1) : navigate(paths.dashboard.path));
  return (
    <Page
      title={copy.tokens.title}
      purpose={copy.tokens.purposes[scope]}
      action={
        <Group gap={8}>
          <Button component={Link} to={paths.sendMany.path} variant="default">
            {copy.sendMany}
          </Button>
          <Button component={Link} to={paths.generateLink.path}>
            {copy.newLink}
          </Button>
        </Group>
      }
    >
      {missing && (
        <Notice
          tone="warning"
          action={
            <Button variant="default" size="compact-md" onClick={back}>
              {copy.tokens.back}
            </Button>
          }
        >
          {errors.token_not_found.text}
        </Notice>
      )}
      <SavedViews list="tokens" />
      <ListScopeControl
        scopes={scopes}
        value={scope}
        onChange={(wanted) => setFilters({ ...filters, scope: wanted })}
      />
      <OwnFilterRow filters={filters} onChange={setFilters} />
      <TokensTable filters={filters} scope={scope} />
    </Page>
  );
}

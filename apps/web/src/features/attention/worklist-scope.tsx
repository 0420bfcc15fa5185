import { ScopeControl, scopeOptions } from '../../shared/people/scope-control.js';
import { useScopes } from '../../shared/people/use-scopes.js';
import { useUser } from '../../shared/session/use-session.js';
import { FilterRow, SelectFilter } from '../../shared/ui/filters.js';
import type { AttentionScope } from './attention.api.js';
import { copy } from './copy.js';

interface Props {
  value: AttentionScope | 'everyone';
  /** Receives the value for the URL: blank for the default. */
  onChange: (value: string) => void;
}

/** The choice of whose items are listed; renders nothing for a user who sees only their own. */
export function WorklistScope({ value, onChange }: Props) {
  const scopes = useScopes();
  const isAdmin = useUser()?.role === 'admin';
  const everyone = isAdmin ? ([['everyone', copy.scope.everyone]] as const) : [];
  if (scopes.offered.length > 0)
    return (
      <ScopeControl
        value={value}
        options={[...scopeOptions(scopes), ['any', copy.scope.any], ...everyone]}
        onChange={(scope) => onChange(scope === 'any' ? '' : scope)}
      />
    );
  if (!isAdmin) return null;
  return (
    <FilterRow>
      <SelectFilter
        label={copy.scope.label}
        value={value === 'everyone' ? value : ''}
        onChange={onChange}
        options={[['', copy.scope.mine], ...everyone.map(([id, label]): [string, string] => [id, label])]}
      />
    </FilterRow>
  );
}

import type { ListScope } from '@caredrop/contracts';
import { useId } from 'react';
import { copy } from './copy.js';
import classes from './scope-control.module.css';
import type { Scopes } from './use-scopes.js';

interface Props {
  value: string;
  /** Values and their labels. */
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}

/** The choice of whose links and documents a list shows: radio buttons in one row that wraps. */
export function ScopeControl({ value, options, onChange }: Props) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={copy.scope.label} className={classes.group}>
      {options.map(([option, label]) => (
        <label key={option} className={classes.option}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChange(option)} />
          {label}
        </label>
      ))}
    </div>
  );
}

interface ListProps {
  scopes: Scopes;
  value: ListScope;
  /** Receives the value for the URL: blank for the user's own. */
  onChange: (value: string) => void;
}

/** The choice for a list that first shows the user's own; renders nothing for a user without other scopes. */
export function ListScopeControl({ scopes, value, onChange }: ListProps) {
  if (scopes.offered.length === 0) return null;
  return (
    <ScopeControl
      value={value}
      options={scopeOptions(scopes)}
      onChange={(scope) => onChange(scope === 'mine' ? '' : scope)}
    />
  );
}

/** The user's own scope and the others that are offered, with their labels. */
export const scopeOptions = ({ offered }: Scopes) =>
  (['mine', ...offered] as const).map((scope) => [scope, copy.scope[scope]] as const);

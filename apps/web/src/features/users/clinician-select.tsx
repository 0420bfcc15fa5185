import { messages } from '@caredrop/contracts';
import { fullName } from '../../shared/lib/format.js';
import { SelectFilter } from '../../shared/ui/filters.js';
import { useErrorToast } from '../../shared/ui/use-error-toast.js';
import { byName } from './by-name.js';
import { copy } from './copy.js';
import { useCliniciansQuery } from './users.api.js';

/** The Clinician filter of the admin screens, filled with the users whose role is `user`. */
export function ClinicianSelect({ value, onChange }: { value: string; onChange: (userId: string) => void }) {
  const { data, error } = useCliniciansQuery();
  useErrorToast(error, messages.user.loadFailed);
  const options = byName(data ?? []).map((user): [string, string] => [user.id, fullName(user) || user.email]);
  return (
    <SelectFilter
      label={copy.select.label}
      value={value}
      onChange={onChange}
      options={[['', copy.select.all], ...options]}
    />
  );
}

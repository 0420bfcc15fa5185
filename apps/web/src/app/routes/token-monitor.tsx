import { TokenMonitor } from '../../features/tokens/token-monitor.js';
import { SavedViews } from '../../features/saved-views/saved-views.js';
import { ClinicianSelect } from '../../features/users/clinician-select.js';

/** /admin/token-monitor */
export const Component = () => (
  <TokenMonitor clinicianFilter={ClinicianSelect} savedViews={<SavedViews list="token-monitor" />} />
);

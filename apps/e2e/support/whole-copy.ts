import {
  loadAdviceCopy,
  loadCheckCopy,
  loadScanCopy,
  type AdviceCopy,
  type CheckCopy,
  type ScanCopy,
  type ServiceCopy,
} from '@caredrop/patient-copy';
import { patientCopy } from '@caredrop/patient-copy/sync';

/** Every sentence of the patient's page in one language. */
export interface WholeCopy extends ServiceCopy {
  readonly advice: AdviceCopy;
  readonly check: CheckCopy;
  readonly scan: ScanCopy;
}

export async function wholeCopy(id: string): Promise<WholeCopy> {
  const [advice, check, scan] = await Promise.all([loadAdviceCopy(id), loadCheckCopy(id), loadScanCopy(id)]);
  return { ...patientCopy(id), advice, check, scan };
}

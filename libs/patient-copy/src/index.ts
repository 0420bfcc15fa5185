export { failureText, type Failure } from './failure-text.js';
export { formatMoment, formatSize } from './formats.js';
export { chooseLanguage, defaultLanguage, languages, type Language } from './languages.js';
export { loadCantCopy } from './load-cant-copy.js';
export { loadAdviceCopy, loadPatientCopy, loadScanCopy } from './load-patient-copy.js';
export {
  clinicParams,
  type AdviceCopy,
  type CantCopy,
  type PatientCopy,
  type ScanCopy,
  type ServiceCopy,
} from './patient-copy.js';

export { failureText, type Failure } from './failure-text.js';
export { formatMoment, formatSize } from './formats.js';
export { chooseLanguage, defaultLanguage, languages, type Language } from './languages.js';
export { loadAdviceCopy, loadPatientCopy, loadScanCopy } from './load-patient-copy.js';
export {
  clinicParams,
  type AdviceCopy,
  type PatientCopy,
  type ScanCopy,
  type ServiceCopy,
} from './patient-copy.js';

export { failureText, type Failure } from './failure-text.js';
export { formatMoment, formatSize } from './formats.js';
export { chooseLanguage, defaultLanguage, languageOf, languages, type Language } from './languages.js';
export {
  loadAdviceCopy,
  loadAgainCopy,
  loadCantCopy,
  loadCaptions,
  loadCheckCopy,
  loadLaterCopy,
  loadPatientCopy,
  loadRequestCopy,
  loadScanCopy,
} from './load-patient-copy.js';
export { ownValue } from './own-value.js';
export {
  clinicParams,
  withLater,
  type AdviceCopy,
  type AgainCopy,
  type CantCopy,
  type CaptionCopy,
  type CheckCopy,
  type PatientCopy,
  type RequestCopy,
  type ScanCopy,
  type ServiceCopy,
} from './patient-copy.js';

import '../shared/styles/tokens.css';
import './patient.css';
import './scan/scan.css';
import './look/look.css';
import './cant/cant.css';
import './check/check.css';
import './request/request.css';
import { loadPatientCopy } from '@caredrop/patient-copy';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CopyRoot } from './copy-root.js';
import { firstLanguage, languageList } from './language-list.js';
import { isLanguageUnsent } from './link/send-language.js';
import { takeLinkToken } from './link/link-token.js';
import { PatientPage } from './patient-page.js';
import { usableStorage } from './storage.js';
import { PageProblem } from './ui/page-problem.js';

declare global {
  interface Window {
    /** Rejects when the catalogue cannot be loaded: start.js then shows that the page could not start. */
    pageStart?: Promise<void>;
  }
}

const token = takeLinkToken(window.location, window.history, usableStorage('sessionStorage'));
const list = languageList();
const language = firstLanguage(list);
const own = document.querySelector<HTMLLinkElement>(`link[data-language="${language}"]`);

window.pageStart = loadPatientCopy(language, own?.href).then((copy) =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <CopyRoot first={copy} list={list} isUnsent={token !== null && isLanguageUnsent(token, language)}>
        {(languages, clinicName) => (
          <PageProblem>
            <PatientPage token={token} clinicName={clinicName} languages={languages} />
          </PageProblem>
        )}
      </CopyRoot>
    </StrictMode>,
  ),
);

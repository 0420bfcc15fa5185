import '../shared/styles/tokens.css';
import './patient.css';
import './scan/scan.css';
import './cant/cant.css';
import { chooseLanguage, loadPatientCopy, type PatientCopy } from '@caredrop/patient-copy';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CopyProvider } from './copy-context.js';
import { takeLinkToken } from './link/link-token.js';
import { PatientPage } from './patient-page.js';
import { usableStorage } from './storage.js';
import { PageProblem } from './ui/page-problem.js';

const token = takeLinkToken(window.location, window.history, usableStorage('sessionStorage'));
/** The gateway writes it into the page (upload.html); '' when none is configured. */
const { content } = document.querySelector<HTMLMetaElement>('meta[name="clinic-name"]')!;
const clinicName = content === '' ? null : content;

// Rejects when the catalogue cannot be loaded: start.js then says that the page could not start.
void loadPatientCopy(chooseLanguage(navigator.languages).id).then(start);

/** Sets the language again: the gateway chose by `Accept-Language`, which may list fewer languages. */
function start(copy: PatientCopy): void {
  document.documentElement.lang = copy.language.tag;
  document.documentElement.dir = copy.language.direction;
  document.title = copy.form.upload();
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <CopyProvider value={copy}>
        <PageProblem>
          <PatientPage token={token} clinicName={clinicName} />
        </PageProblem>
      </CopyProvider>
    </StrictMode>,
  );
}

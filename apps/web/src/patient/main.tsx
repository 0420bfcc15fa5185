import '../shared/styles/tokens.css';
import './patient.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { takeLinkToken } from './link/link-token.js';
import { PatientPage } from './patient-page.js';
import { PageProblem } from './ui/page-problem.js';

const token = takeLinkToken(window.location, window.history);
/** The gateway writes it into the page (upload.html), so that it shows from the first paint. */
const clinicName = document.querySelector<HTMLMetaElement>('meta[name="clinic-name"]')!.content;

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <PageProblem>
      <PatientPage token={token} clinicName={clinicName} />
    </PageProblem>
  </StrictMode>,
);

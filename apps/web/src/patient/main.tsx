import '../shared/styles/tokens.css';
import './patient.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadSiteConfig } from '../shared/config/site-config.js';
import { takeLinkToken } from './link/link-token.js';
import { PatientPage } from './patient-page.js';
import { PageProblem } from './ui/page-problem.js';

const token = takeLinkToken(window.location, window.history);
void loadSiteConfig();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <PageProblem>
      <PatientPage token={token} />
    </PageProblem>
  </StrictMode>,
);

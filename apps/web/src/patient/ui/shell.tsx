import type { ReactNode } from 'react';
import { documentsOfTheSite } from '../../shared/config/paths.js';
import { Mark } from '../../shared/ui/mark.js';
import { words } from '../words.js';

/** The clinic's name, the page's one card, and where to ask. */
export function Shell({ clinicName, children }: { clinicName: string; children: ReactNode }) {
  return (
    <div className="shell">
      <header className="clinic">
        <Mark size={28} />
        <span className="clinic-name">{clinicName}</span>
      </header>
      <main className="card">{children}</main>
      <footer className="contact">
        <p>{words.contact(clinicName)}</p>
        <p>
          <PlainPage href={documentsOfTheSite.accessibility}>Accessibility and help</PlainPage>
          <PlainPage href={documentsOfTheSite.privacy}>Privacy</PlainPage>
        </p>
      </footer>
    </div>
  );
}

/** In a tab of its own: what has been chosen and typed here stays. */
const PlainPage = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children} (new tab)
  </a>
);

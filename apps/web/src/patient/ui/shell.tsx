import type { ReactNode } from 'react';
import { documentsOfTheSite } from '../../shared/config/paths.js';
import { Mark } from '../../shared/ui/mark.js';
import { copy } from '../copy.js';

interface Props {
  clinicName: string;
  /** While the link is being checked nothing stands below the card, where it would move. */
  checking: boolean;
  children: ReactNode;
}

/**
 * The clinic's name, the page's one card, and where to get help. upload.html contains the state shown while
 * checking.
 */
export function Shell({ clinicName, checking, children }: Props) {
  return (
    <div className="shell">
      <header className="clinic">
        <Mark size={28} />
        <span className="clinic-name">{clinicName}</span>
      </header>
      <main className="card">{children}</main>
      {!checking && <Contact clinicName={clinicName} />}
    </div>
  );
}

const Contact = ({ clinicName }: { clinicName: string }) => (
  <footer className="contact">
    <p>{copy.contact(clinicName)}</p>
    <p>
      <PlainPage href={documentsOfTheSite.accessibility}>{copy.accessibility}</PlainPage>
      <PlainPage href={documentsOfTheSite.privacy}>{copy.privacyPage}</PlainPage>
    </p>
  </footer>
);

/** In a new tab: what has been chosen and typed here is kept. */
const PlainPage = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {copy.inNewTab(children)}
  </a>
);

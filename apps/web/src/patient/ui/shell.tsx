import { clinicParams } from '@caredrop/patient-copy';
import type { ReactNode } from 'react';
import { documentsOfTheSite } from '../../shared/config/documents-of-the-site.js';
import { Mark } from '../../shared/ui/mark.js';
import { useCopy } from '../copy-context.js';
import { ContactLine } from './contact-line.js';

interface Props {
  /** Null when none is configured. */
  clinicName: string | null;
  /** While the link is being checked, nothing is shown below the card, because it would move. */
  checking: boolean;
  /** The other screens show the clinic's contact themselves, or need none. */
  withContact: boolean;
  children: ReactNode;
}

/**
 * The clinic's name, the page's one card, and where to get help. upload.html contains the state shown while
 * checking.
 */
export function Shell({ clinicName, checking, withContact, children }: Props) {
  const copy = useCopy();
  return (
    <div className="shell">
      <header className="clinic">
        <Mark size={28} />
        <span className="clinic-name">{clinicName ?? copy.clinic.unnamed()}</span>
      </header>
      <main className="card">{children}</main>
      {!checking && <Contact clinicName={clinicName}>{withContact && <ContactLine />}</Contact>}
    </div>
  );
}

function Contact({ clinicName, children }: { clinicName: string | null; children: ReactNode }) {
  const { footer } = useCopy();
  return (
    <footer className="contact">
      <p>{footer.contact(clinicParams(clinicName))}</p>
      {children}
      <p>
        <PlainPage href={documentsOfTheSite.accessibility}>
          {footer.inNewTab({ page: footer.accessibility() })}
        </PlainPage>
        <PlainPage href={documentsOfTheSite.privacy}>{footer.inNewTab({ page: footer.privacy() })}</PlainPage>
      </p>
    </footer>
  );
}

/** Opens in a new tab, so that what has been chosen and typed here is kept. */
const PlainPage = ({ href, children }: { href: string; children: string }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children}
  </a>
);

import type { ReactNode } from 'react';
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
      <footer className="contact">{words.contact(clinicName)}</footer>
    </div>
  );
}

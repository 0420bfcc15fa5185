import { useCopy } from '../copy-context.js';

/** A contact that the gateway has written into upload.html; empty if the clinic has not configured it. */
const configured = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="clinic-${name}"]`)?.content.trim() ?? '';

/** Shows how a patient who is stuck can reach the clinic. */
export function ContactLine() {
  const { contact } = useCopy();
  const [phone = '', tel = '', email = '', hours = ''] = ['phone', 'tel', 'email', 'hours'].map(configured);
  if (phone === '' && email === '' && hours === '') return null;
  return (
    <p className="contact-line">
      {phone !== '' && <a href={`tel:${tel}`}>{contact.call({ phone })}</a>}
      {email !== '' && <a href={`mailto:${encodeURI(email)}`}>{contact.write({ address: email })}</a>}
      {hours !== '' && (
        <span className="muted" dir="auto">
          {hours}
        </span>
      )}
    </p>
  );
}

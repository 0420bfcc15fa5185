import { useRef } from 'react';
import { copy } from './copy.js';
import { Closing, Faq, Features, Hero, HowItWorks, Stats, UseCases, Voices } from './sections.js';
import classes from './landing.module.css';

/**
 * Introduces Caredrop to a practice manager who has ten seconds. `start` is the target of the buttons that open the
 * workspace.
 */
export function Landing({ start }: { start: string }) {
  const how = useRef<HTMLElement>(null);
  const showHow = () => {
    how.current?.scrollIntoView({ block: 'start' });
    how.current?.focus({ preventScroll: true });
  };
  return (
    <div className={classes.page}>
      <title>{copy.tab}</title>
      <Hero start={start} onHow={showHow} />
      <Features />
      <HowItWorks ref={how} />
      <Stats />
      <UseCases />
      <Voices />
      <Closing start={start} />
      <Faq />
    </div>
  );
}

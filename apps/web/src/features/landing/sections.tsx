import { Button } from '@mantine/core';
import { IconArrowRight, IconChevronDown } from '@tabler/icons-react';
import type { Ref } from 'react';
import { Link } from 'react-router-dom';
import classes from './landing.module.css';
import { Picture } from './picture.js';
import { Screenshot } from './screenshot.js';
import { copy, facts, features, questions, steps, useCases, voices } from './copy.js';

export function Hero({ start, onHow }: { start: string; onHow: () => void }) {
  return (
    <section className={classes.hero} aria-labelledby="hero-title">
      <div>
        <h1 id="hero-title">{copy.hero.title}</h1>
        <p>{copy.hero.text}</p>
        <div className={classes.buttons}>
          <Button
            component={Link}
            to={start}
            size="lg"
            rightSection={<IconArrowRight size={20} aria-hidden="true" />}
          >
            {copy.hero.start}
          </Button>
          <Button variant="default" size="lg" onClick={onHow}>
            {copy.hero.how}
          </Button>
        </div>
      </div>
      <Picture />
    </section>
  );
}

export function Features() {
  return (
    <section id="features" className={classes.section} aria-labelledby="features-title">
      <h2 id="features-title">{copy.headings.features}</h2>
      <ul className={classes.grid} data-columns="3">
        {features.map(({ icon: Glyph, title, text }) => (
          <li key={title} className={classes.card}>
            <Glyph size={26} stroke={1.75} aria-hidden="true" />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function HowItWorks({ ref }: { ref: Ref<HTMLElement> }) {
  return (
    <section id="how-it-works" ref={ref} tabIndex={-1} className={classes.band} aria-labelledby="how-title">
      <div className={classes.section}>
        <h2 id="how-title">{copy.headings.steps}</h2>
        <ol className={classes.steps}>
          {steps.map(({ title, text, shot }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
              <div className={classes.shot}>
                <Screenshot shot={shot} />
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

export function Stats() {
  return (
    <section id="stats" className={classes.section} aria-labelledby="stats-title">
      <h2 id="stats-title">{copy.headings.facts}</h2>
      <ul className={classes.figures}>
        {facts.map(({ figure, label }) => (
          <li key={label}>
            <strong>{figure}</strong>
            <span>{label}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function UseCases() {
  return (
    <section id="use-cases" className={classes.section} aria-labelledby="uses-title">
      <h2 id="uses-title">{copy.headings.useCases}</h2>
      <ul className={classes.grid}>
        {useCases.map(({ title, text }) => (
          <li key={title} className={classes.card}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Voices() {
  return (
    <section id="testimonials" className={classes.section} aria-labelledby="voices-title">
      <h2 id="voices-title">{copy.headings.voices}</h2>
      <ul className={classes.grid}>
        {voices.map(({ role, text }) => (
          <li key={role} className={classes.card}>
            <figure>
              <blockquote>{text}</blockquote>
              <figcaption>{role}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Closing({ start }: { start: string }) {
  return (
    <section className={classes.closing} aria-labelledby="closing-title">
      <h2 id="closing-title">{copy.closing.title}</h2>
      <p>{copy.closing.text}</p>
      <Button component={Link} to={start} size="lg">
        {copy.closing.start}
      </Button>
    </section>
  );
}

export function Faq() {
  return (
    <section id="faq" className={classes.section} aria-labelledby="faq-title">
      <h2 id="faq-title">{copy.headings.questions}</h2>
      <div className={classes.faq}>
        {questions.map(({ question, response }) => (
          <details key={question}>
            <summary>
              {question}
              <IconChevronDown size={20} stroke={1.75} aria-hidden="true" />
            </summary>
            <p>{response}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

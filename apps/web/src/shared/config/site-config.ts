import { limits } from '@caredrop/contracts/limits';
import { useSyncExternalStore } from 'react';

/** The clinic's public settings, served by the gateway at /config.json. */
export interface SiteConfig {
  signupUrl: string;
  clinicName: string;
  passwordMinLength: number;
}

/** The name of a clinic that has not configured one. */
const defaultClinicName = 'Your clinic';

let current: SiteConfig = {
  signupUrl: 'https://caredrop.example/signup',
  clinicName: defaultClinicName,
  passwordMinLength: limits.passwordMin,
};
const listeners = new Set<() => void>();

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isWebAddress = (value: unknown): value is string => isText(value) && /^(https?:\/\/|\/)/.test(value);

/** Fetches the settings. Values that are missing or invalid, or that cannot be fetched, keep their defaults. */
export async function loadSiteConfig(): Promise<void> {
  let answer: Partial<Record<keyof SiteConfig, unknown>>;
  try {
    const response = await fetch(`${window.location.origin}/config.json`);
    if (!response.ok) return;
    answer = (await response.json()) as typeof answer;
  } catch {
    return;
  }
  current = {
    signupUrl: isWebAddress(answer.signupUrl) ? answer.signupUrl : current.signupUrl,
    clinicName: isText(answer.clinicName) ? answer.clinicName : current.clinicName,
    passwordMinLength: Number.isInteger(answer.passwordMinLength)
      ? Number(answer.passwordMinLength)
      : current.passwordMinLength,
  };
  listeners.forEach((tell) => tell());
}

const subscribe = (tell: () => void) => {
  listeners.add(tell);
  return () => listeners.delete(tell);
};

export const useSiteConfig = (): SiteConfig => useSyncExternalStore(subscribe, () => current);

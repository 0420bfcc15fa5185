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
  let config: Partial<Record<keyof SiteConfig, unknown>>;
  try {
    const response = await fetch(`${window.location.origin}/config.json`);
    if (!response.ok) return;
    config = (await response.json()) as typeof config;
  } catch {
    return;
  }
  current = {
    signupUrl: isWebAddress(config.signupUrl) ? config.signupUrl : current.signupUrl,
    clinicName: isText(config.clinicName) ? config.clinicName : current.clinicName,
    passwordMinLength: Number.isInteger(config.passwordMinLength)
      ? Number(config.passwordMinLength)
      : current.passwordMinLength,
  };
  listeners.forEach((listener) => listener());
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSiteConfig = (): SiteConfig => useSyncExternalStore(subscribe, () => current);

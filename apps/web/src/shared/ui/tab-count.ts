import { createContext } from 'react';

/** The number before the page's name in the tab's title; blank for none. */
export const TabCount = createContext('');

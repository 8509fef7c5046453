/** Loads the faults of interfaces, which a start without faults does not need. */
import type { FaultKind } from './fault_menu.js';

/** Makes every kind of fault known. Code that reads faults calls it first. */
export async function loadFaults(): Promise<void> {
  await import('./whole_menu.js');
}

/** Returns the kinds of faults that can be added: those of the network, then those of interfaces, each by name. */
export const faultMenu = async (): Promise<readonly FaultKind[]> => (await import('./whole_menu.js')).FAULT_MENU;

/** Defines what a view is: one entry of the navigation, and what it shows. */
import type { ComponentType } from 'preact';

export interface View {
  /** Is the first part of its address. */
  readonly path: string;
  readonly title: string;
  readonly group: 'Consensus' | 'Chain' | 'Control' | 'Learn';
  /** Receives the further parts of the address. */
  readonly component: ComponentType<{ readonly place: readonly string[] }>;
  /** Is true for a view that only a simulated network has. */
  readonly isOfSimulation?: boolean;
  /** Lists the first parts of further addresses that it shows. */
  readonly paths?: readonly string[];
}

/** Views: entries of the navigation, and what they show. */
import type { ReadonlySignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { Call } from './call.js';
import type { IconName } from './icons.js';

/** Change of the chain that the palette offers by its name. */
export interface Action {
  readonly title: string;
  readonly call: Call;
}

/** Component of a view; it receives the parts of the address. */
export type ViewComponent = ComponentType<{ readonly place: readonly string[] }>;

export interface View {
  /** First part of its address, and name of its icon. */
  readonly path: IconName;
  readonly title: string;
  readonly group: 'Consensus' | 'Chain' | 'Control' | 'Learn';
  /** Path of the entry of the navigation that stands for it; absent for a view with its own. */
  readonly under?: string;
  /** Further words by which the palette finds it. */
  readonly words?: string;
  /** Loads its script, unless the page begins with it. */
  readonly load: () => Promise<ViewComponent>;
  /** Whether only a simulated network has it. */
  readonly isOfSimulation?: boolean;
  /** Whether only Halley's own application has it. */
  readonly isOfEvm?: boolean;
  /** First parts of further addresses that it shows. */
  readonly paths?: readonly string[];
  /** Whether it fills the window, without the margins of a page. */
  readonly isFull?: boolean;
  /** Number beside its title, such as that of active faults; zero is not shown. */
  readonly count?: ReadonlySignal<number>;
  readonly actions?: readonly Action[];
}

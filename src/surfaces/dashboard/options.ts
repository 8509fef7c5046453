/** Defines the options of the dashboard. */
import type { ScenarioRunner } from '../../rpc/dashboard/scenario_runner.js';
import { boolean, isRecord, type Members, type Reader, where } from '../../settings/reader.js';
import { address, orBoolean, type Where } from '../../settings/server_options.js';

/** Configures the dashboard, a page that shows the devnet and controls it. */
export interface DashboardOptions {
  /** Address at which HTTP listens. Only programs of this machine may use the dashboard. */
  readonly address?: Where;
  /** Takes a free port when the port of the address is in use. The default is false. */
  readonly orFreePort?: boolean;
  /** Runs scenarios for the page. Without it the page has none. */
  readonly scenarios?: ScenarioRunner;
}

export interface SurfaceOption {
  /** The dashboard. */
  readonly dashboard?: DashboardOptions | boolean;
}

const scenarios: Reader<ScenarioRunner> = where(
  (value) => isRecord(value) && ['list', 'open'].every((name) => typeof value[name] === 'function'),
  'an object with the functions list and open',
);

export const dashboard: Reader<DashboardOptions | boolean> = orBoolean({
  address,
  orFreePort: boolean,
  scenarios,
} satisfies Members<DashboardOptions>);

/** The dependencies of the dashboard's routes. Whatever needs the platform is passed in. */
import type { FairScheduler } from '../../kernel/fair_scheduler.js';
import type { Schedule } from '../jsonrpc/limits.js';
import type { ProtocolHandler } from '../protocol_handler.js';
import type { ShownChain } from '../served_chain.js';
import type { PageFiles } from './files.js';
import type { ScenarioRunner } from './scenario_runner.js';
import type { ArtifactFile } from './wire.js';

/** Reads the contracts of a project. */
export interface ArtifactFolder {
  readonly path: string;
  /** Reads the folder again at each call, one contract after the other. Skips files that it cannot use. */
  read(): AsyncIterable<ArtifactFile>;
}

export interface DashboardDeps {
  readonly version: string;
  /** Lists the chains; the first one is the devnet's own. */
  chains(): readonly ShownChain[];
  /** Returns the files of the page; undefined when they were not built. */
  files(): PageFiles | undefined;
  readonly artifacts: ArtifactFolder | undefined;
  readonly scenarios: ScenarioRunner | undefined;
  /** Resolves to Keplr's `ChainInfo` of a chain. Rejects with HalleyError when Keplr cannot reach the chain. */
  keplrInfo(chain: ShownChain): Promise<object>;
  /** Returns the handler of the REST gateway of a chain, which the first call loads. */
  gateway(chain: ShownChain): Promise<ProtocolHandler>;
  /** Shares the thread with all other clients. */
  readonly scheduler: FairScheduler;
  /** Starts a timer of the platform. */
  readonly schedule: Schedule;
  /** Receives a bug of ours that a request ran into. */
  readonly onBug: (error: unknown) => void;
}

/** Serves the dashboard, for all chains of the devnet. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HalleyError, invariant } from '../../kernel/errors.js';
import { createDashboardHandler } from '../../rpc/dashboard/dashboard_handler.js';
import { fileNamed, PAGE_FILES, type PageFiles } from '../../rpc/dashboard/files.js';
import type { ProtocolHandler } from '../../rpc/protocol_handler.js';
import type { ShownChain } from '../../rpc/served_chain.js';
import type { HttpSurface, SurfaceBackends } from '../surface.js';
import type { DashboardOptions } from './options.js';

/** Most bytes of a body. The page sends signed transactions and scenario files; the largest transaction has 1 MiB. */
const BODY_BYTES = 5_242_880;
/** Most bytes of a message of the page to the feed, which names one chain. */
const MESSAGE_BYTES = 4096;

type Backends = Pick<SurfaceBackends, 'version' | 'artifacts' | 'scheduler' | 'schedule'> & {
  /** Chains of our application; `undefined` without one. */
  readonly assets: SurfaceBackends['assets'] | undefined;
  chains(): readonly ShownChain[];
};

/** Places of the folder of the page, seen from a bundle in `dist` and from the sources. */
const PAGE_FOLDERS = ['./dashboard/', '../../../dist/dashboard/'];

/** Returns the files of the page from the folder `dashboard` of the build; undefined when a file of each page is missing. */
export function readPageFiles(places: readonly string[] = PAGE_FOLDERS.map(absolutePath)): PageFiles | undefined {
  const folder = places.find((place) => PAGE_FILES.every((name) => existsSync(`${place}${name}`)));
  if (folder === undefined) return undefined;
  const names = readdirSync(folder).filter((name) => fileNamed(`/${name}`) === name);
  return new Map(names.map((name) => [name, readFileSync(`${folder}${name}`)]));
}

function absolutePath(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

export const dashboard: HttpSurface<DashboardOptions, Backends> = {
  serve({ version, artifacts, assets, chains, scheduler, schedule }, { scenarios }, onBug) {
    const gateways = new WeakMap<ShownChain, Promise<ProtocolHandler>>();
    const loadGateway = async (chain: ShownChain): Promise<ProtocolHandler> => {
      const { createGatewayHandler } = await import('../../rpc/gateway/gateway_handler.js');
      const backend = await chain.sdk();
      return createGatewayHandler({ backend, version, scheduler, onBug: (error) => onBug('dashboard', error) });
    };
    const gatewayOf = (chain: ShownChain): Promise<ProtocolHandler> => {
      const known = gateways.get(chain) ?? loadGateway(chain);
      gateways.set(chain, known);
      return known;
    };
    return {
      handler: createDashboardHandler({
        version,
        chains,
        scheduler,
        schedule,
        files: () => readPageFiles(),
        artifacts,
        scenarios,
        async keplrInfo({ id, evm, urls }) {
          const { keplrDocument } = await import('../../rpc/registry/documents.js');
          if (assets === undefined || evm === undefined)
            throw new HalleyError(
              'unavailable',
              `Keplr needs facts about ${id} that only Halley's own application has`,
            );
          const facts = assets.chains().get(id);
          invariant(facts !== undefined, `the asset API knows no chain ${id}`);
          return keplrDocument({ assets: facts, evm, urls: urls() });
        },
        gateway: gatewayOf,
        onBug: (error) => onBug('dashboard', error),
      }),
      limits: { bodyBytes: BODY_BYTES, webSocketMessageBytes: MESSAGE_BYTES },
    };
  },
};

/** Checks the engine that introduces itself by Info. */
import type { InfoRequest } from '../../abci/application.js';
import { HalleyError } from '../../kernel/errors.js';

const ABCI_2_0 = /^2\.0\.\d+$/;

/** Returns false for a tool such as abci-cli, which asks by Info without the versions of an engine. */
export const isEngine = ({ abciVersion, blockVersion, p2pVersion }: InfoRequest): boolean =>
  abciVersion !== '' || blockVersion !== 0n || p2pVersion !== 0n;

/** Throws HalleyError `invalid-config` unless the engine speaks ABCI 2.0. */
export function checkEngine({ version, abciVersion }: InfoRequest): void {
  if (ABCI_2_0.test(abciVersion)) return;
  const spoken = abciVersion === '' ? 'does not say which ABCI it speaks' : `speaks ABCI "${abciVersion}"`;
  throw new HalleyError(
    'invalid-config',
    `the engine, version "${version}", ${spoken}, expected ABCI 2.0: run CometBFT 0.38`,
    { version, abciVersion },
  );
}

/** Checks whether an error is that of `checkEngine`. */
export const isUnsuitable = (error: unknown): boolean =>
  error instanceof HalleyError && error.code === 'invalid-config' && 'abciVersion' in error.facts;
